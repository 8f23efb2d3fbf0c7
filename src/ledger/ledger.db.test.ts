import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@prisma-client/client';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, databaseLimits } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { capture, fee, lateCapture, surplusRefund } from './events';
import { isPosted, post } from './post';
import { trialBalance } from './trial-balance';

/** What PostgreSQL itself refuses (by raw statements, so that no code of ours can be what refuses), and what posting does. */
let database: TestDatabase;
let prisma: PrismaClient;
let sql: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  prisma = connect(database.url, 2, databaseLimits(5_000));
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await prisma?.$disconnect();
  await database?.drop();
});
beforeEach(() => sql.query('ROLLBACK'));

type Entries = readonly (readonly [account: string, amount: number, currency?: string])[];

async function header(objectId: string): Promise<string> {
  const id = randomUUID();
  await sql.query('INSERT INTO ledger_transaction (id, event_kind, event_id) VALUES ($1, $2, $3)', [
    id,
    'capture',
    objectId,
  ]);
  return id;
}

async function entries(id: string, lines: Entries, from = 1): Promise<void> {
  for (const [index, [account, amount, currency = 'USD']] of lines.entries()) {
    await sql.query('INSERT INTO ledger_entry VALUES ($1, $2, $3, $4, $5)', [
      id,
      from + index,
      account,
      currency,
      amount,
    ]);
  }
}

async function write(objectId: string, lines: Entries): Promise<string> {
  await sql.query('BEGIN');
  const id = await header(objectId);
  await entries(id, lines);
  return id;
}

async function posted(): Promise<string> {
  const id = await write(`ch_${randomUUID()}`, [
    ['bank', 100],
    ['revenue', -100],
  ]);
  await sql.query('COMMIT');
  return id;
}

async function count(): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM ledger_transaction',
  );
  return rows[0]?.count ?? -1;
}

const violation = (message: RegExp, code = '23514') =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('PostgreSQL refuses at COMMIT, and keeps nothing', () => {
  it.each<[string, Entries, RegExp]>([
    [
      'what does not sum to zero',
      [
        ['bank', 100],
        ['revenue', -99],
      ],
      /does not balance: USD 1/,
    ],
    [
      'what balances only across currencies',
      [
        ['bank', 100, 'USD'],
        ['revenue', -100, 'EUR'],
      ],
      /does not balance/,
    ],
    ['a transaction with one entry', [['bank', 100]], /has 1 entries/],
    ['a transaction without an entry', [], /has 0 entries/],
  ])('%s', async (_what, lines, message) => {
    const before = await count();
    await write(`ch_${randomUUID()}`, lines);
    await expect(sql.query('COMMIT')).rejects.toEqual(violation(message));
    expect(await count()).toBe(before);
  });
});

describe('PostgreSQL refuses at once', () => {
  it('an edited, a deleted and a truncated ledger, also where no row is hit', async () => {
    await posted();
    for (const table of ['ledger_entry', 'ledger_transaction']) {
      const statements = [
        `UPDATE ${table} SET ${table === 'ledger_entry' ? 'amount = 1' : "event_id = 'other'"}`,
        `DELETE FROM ${table}`,
        `DELETE FROM ${table} WHERE false`,
        `TRUNCATE ${table} CASCADE`,
      ];
      for (const statement of statements) {
        await expect(sql.query(statement)).rejects.toEqual(violation(/append-only/));
      }
    }
  });

  it('balanced entries that are added to a posted transaction', async () => {
    const id = await posted();
    await sql.query('BEGIN');
    await expect(
      entries(
        id,
        [
          ['bank', 5],
          ['revenue', -5],
        ],
        3,
      ),
    ).rejects.toEqual(violation(/is posted, and nothing is added/));
  });

  it('an entry of nothing', async () => {
    await expect(write(`ch_${randomUUID()}`, [['bank', 0]])).rejects.toEqual(violation(/not_zero/));
  });

  it('an account that does not exist', async () => {
    await expect(write(`ch_${randomUUID()}`, [['slush_fund', 5]])).rejects.toEqual(
      violation(/account_code_fkey/, '23503'),
    );
  });

  it('a second transaction for the same event', async () => {
    const objectId = `ch_${randomUUID()}`;
    await write(objectId, [
      ['bank', 100],
      ['revenue', -100],
    ]);
    await sql.query('COMMIT');
    await expect(header(objectId)).rejects.toEqual(violation(/event_kind_event_id_key/, '23505'));
  });
});

describe('post', () => {
  const order = {
    id: '018f0000-0000-7000-8000-000000000000',
    currency: 'USD',
    subtotal: 3_000,
    discount: 300,
    shipping: 490,
    tax: 223,
    total: 3_413,
  };

  it('writes header and entries, and is seen under the lock', async () => {
    const event = capture(order, 'ch_post');
    expect(await prisma.$transaction((tx) => isPosted(tx, event))).toBe(false);
    await prisma.$transaction((tx) => post(tx, event));
    expect(await prisma.$transaction((tx) => isPosted(tx, event))).toBe(true);
    const kept = await prisma.ledgerTransaction.findUniqueOrThrow({
      where: { eventKind_eventId: { eventKind: 'capture', eventId: 'ch_post' } },
      include: { entries: { orderBy: { line: 'asc' } } },
    });
    expect(kept.orderId).toBe(order.id);
    expect(kept.entries.map(({ line, accountCode, amount }) => [line, accountCode, amount])).toEqual([
      [1, 'processor_clearing', 3_413],
      [2, 'revenue', -2_700],
      [3, 'shipping', -490],
      [4, 'tax', -223],
    ]);
  });

  it('breaks the whole transaction on an event that is posted already', async () => {
    const shopper = randomUUID();
    const event = lateCapture({ objectId: 'ch_twice', orderId: null, amount: 5, currency: 'USD' });
    await prisma.$transaction((tx) => post(tx, event));
    const again = prisma.$transaction(async (tx) => {
      await tx.shopper.create({ data: { id: shopper } });
      await post(tx, event);
    });
    await expect(again).rejects.toThrow(/23505|[Uu]nique/);
    expect(await prisma.shopper.count({ where: { id: shopper } })).toBe(0);
  });

  it('throws on an event that does not balance before it reaches the database', async () => {
    const crooked = { ...capture({ ...order, total: order.total + 1 }, 'ch_crooked') };
    await expect(prisma.$transaction((tx) => post(tx, crooked))).rejects.toThrow('do not balance');
    const nothing = fee({ objectId: 'txn_0', orderId: null, amount: 0, currency: 'USD' });
    await expect(prisma.$transaction((tx) => post(tx, nothing))).rejects.toThrow('do not balance');
  });

  it('adds up to a trial balance of zero in each currency', async () => {
    const yen = { orderId: null, amount: 700, currency: 'JPY' };
    await prisma.$transaction((tx) => post(tx, lateCapture({ ...yen, objectId: 'ch_yen' })));
    await prisma.$transaction((tx) => post(tx, surplusRefund({ ...yen, objectId: 're_yen', amount: 300 })));
    const { accounts, isBalanced } = await trialBalance(prisma);
    expect(isBalanced).toBe(true);
    expect(accounts.filter(({ currency }) => currency === 'JPY')).toEqual([
      expect.objectContaining({ account: 'processor_clearing', debits: 700, credits: 300, balance: 400 }),
      expect.objectContaining({ account: 'surplus', debits: 300, credits: 700, balance: -400 }),
    ]);
  });
});
