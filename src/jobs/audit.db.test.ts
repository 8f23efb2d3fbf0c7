import { randomBytes, randomUUID } from 'node:crypto';
import type { PrismaClient } from '@prisma-client/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '@/checkout/engine';
import { installationId } from '@/checkout/installation';
import { payOperation } from '@/checkout/pay';
import { refundOperation } from '@/checkout/refund';
import { type SettledCharge, settlementReport } from '@/payments/settlement-report';
import { connect, databaseLimits, prisma } from '@/platform/database';
import { clusterUrl, createDatabase, type TestDatabase, urlOf } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { type Audited, audit } from './audit';
import { runLateRefunds, runReconciliation } from './reconciliation';
import { runAudit } from './run-audit';
import { type Bought, buy } from './test-bench';

/** A shop in which everything has happened that may happen, and copies of it in each of which one thing is broken. */
let shop: TestDatabase;
let processor: TestProcessor;
let report: readonly SettledCharge[];
/** Two paid purchases, and one that was declined. */
let ada: Ids;
let bob: Ids;
let declined: Ids;

interface Ids {
  readonly shopper: string;
  readonly key: string;
  readonly order: string;
  readonly cart: string;
  readonly payment: string;
  readonly charge: string;
  readonly ledger: string;
}

beforeAll(async () => {
  [shop, processor] = await Promise.all([createDatabase(), startProcessor()]);
  vi.stubEnv('DATABASE_URL', shop.url);
  vi.stubEnv('STRIPE_API_BASE', processor.url);
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('PROCESSOR_TIMEOUT_MS', '1000');
  vi.stubEnv('RECONCILE_MIN_AGE_MS', '0');
  vi.stubEnv('LOG_LEVEL', 'silent');
  await openShop();
});
afterAll(async () => {
  await prisma().$disconnect();
  await processor?.stop();
  await shop?.drop();
});

async function openShop(): Promise<void> {
  ada = await idsOf(await buy('pm_card_visa', 'hotel-bell', 2));
  bob = await idsOf(await buy('pm_card_mastercard', 'arcade-button', 1, 'ONCE'));
  declined = await idsOf(await buy('pm_card_visa_chargeDeclined'));
  for (const restock of [true, false]) {
    const { order } = await idsOf(await buy());
    const refunded = await engine().attempt(refundOperation(), {
      scope: 'operator',
      key: randomUUID(),
      input: { orderId: order, reason: 'requested_by_customer', restock },
      isRepeat: false,
      keepAlive: () => undefined,
    });
    expect(refunded).toMatchObject({ kind: 'answered', stored: { status: 200 } });
  }
  await processor.setLatency(2_000);
  const [late, open] = [await buy(), await buy()];
  await processor.setLatency(0);
  await engine().settle(payOperation(), late, { kind: 'not_made' });
  const charges = await readReport();
  const lost = charges.find(({ purchase }) => purchase?.key === late.key);
  if (!lost) throw new Error('the late purchase was not charged');
  await engine().settle(payOperation(), late, { ...lost, kind: 'captured' });
  expect(await runLateRefunds()).toMatchObject([{ action: 'refunded' }]);
  const { status } = await prisma().payment.findFirstOrThrow({ where: { key: open.key } });
  expect(status).toBe('in_doubt');
  report = await readReport();
}

async function readReport(): Promise<SettledCharge[]> {
  const charges: SettledCharge[] = [];
  const period = { from: new Date(0), to: null };
  for await (const { of } of settlementReport(await installationId(prisma()), period)) {
    if (of.kind === 'charge') charges.push(of);
  }
  return charges;
}

async function idsOf({ scope, key }: Bought): Promise<Ids> {
  const payment = await prisma().payment.findUniqueOrThrow({
    where: { scope_key: { scope, key } },
    include: { order: true },
  });
  const posted = await prisma().ledgerTransaction.findFirst({ where: { orderId: payment.orderId } });
  return {
    shopper: scope,
    key,
    order: payment.orderId,
    cart: payment.order.cartId,
    payment: payment.id,
    charge: payment.chargeId ?? '',
    ledger: posted?.id ?? '',
  };
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

function auditOf(
  client: PrismaClient,
  charges: readonly SettledCharge[],
  receiptsExpectedAfterMs = 600_000,
): Promise<Audited> {
  return audit(client, {
    payOperationName: payOperation().name,
    receiptsExpectedAfterMs,
    report: { charges: each(charges), from: null },
  });
}

function brokenLines({ lines }: Audited): string[] {
  return lines.filter(({ brokenCount }) => brokenCount > 0).map(({ invariant }) => invariant);
}

/** A copy of the shop, for one test. */
async function copyOfShop<T>(use: (url: string) => Promise<T>): Promise<T> {
  await prisma().$disconnect();
  const server = new pg.Client({ connectionString: clusterUrl() });
  await server.connect();
  const name = `test_${randomBytes(8).toString('hex')}`;
  try {
    await server.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [new URL(shop.url).pathname.slice(1)],
    );
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(shop.url).pathname.slice(1)}`);
    return await use(urlOf(clusterUrl(), name));
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
  }
}

interface Plant {
  /** What guards the invariant, taken away. */
  readonly unguard?: readonly string[];
  /** Statements that break it. */
  readonly sql?: () => readonly string[];
  readonly report?: () => readonly SettledCharge[];
  readonly receiptsExpectedAfterMs?: number;
}

async function auditPlanted({ unguard = [], sql, report: planted, receiptsExpectedAfterMs }: Plant) {
  return copyOfShop(async (url) => {
    const planter = new pg.Client({ connectionString: url });
    await planter.connect();
    const client = connect(url, 1, databaseLimits(10_000));
    try {
      for (const statement of [...unguard, ...(sql?.() ?? [])]) await planter.query(statement);
      return await auditOf(client, planted?.() ?? report, receiptsExpectedAfterMs);
    } finally {
      await client.$disconnect();
      await planter.end();
    }
  });
}

it('finds nothing in a shop with purchases, declines, refunds, doubts and late captures', async () => {
  const audited = await auditOf(prisma(), report);
  expect(audited.lines.map(({ invariant }) => invariant)).toEqual(
    Array.from({ length: 12 }, (_, index) => `I${index + 1}`),
  );
  expect(audited.lines.flatMap(({ broken }) => broken)).toEqual([]);
  expect(audited.isClean).toBe(true);
  expect(audited.lines.every(({ unchecked }) => unchecked === null)).toBe(true);
  expect(
    audited.lines.filter(({ invariant }) => invariant !== 'I11').every(({ counted }) => counted > 0),
  ).toBe(true);
});

it('says which lines were checked by half without the report', async () => {
  const payOperationName = payOperation().name;
  const { lines } = await audit(prisma(), { payOperationName, receiptsExpectedAfterMs: 600_000 });
  expect(lines.filter(({ unchecked }) => unchecked !== null).map(({ invariant }) => invariant)).toEqual([
    'I3',
    'I10',
  ]);
});

const ledgerIsOpen = [
  'ALTER TABLE ledger_transaction DISABLE TRIGGER USER',
  'ALTER TABLE ledger_entry DISABLE TRIGGER USER',
];

const plants: readonly (readonly [invariant: string, what: string, plant: Plant])[] = [
  [
    'I1',
    'a key that is claimed twice',
    {
      unguard: ['ALTER TABLE idempotency_key DROP CONSTRAINT idempotency_key_pkey'],
      sql: () => [`INSERT INTO idempotency_key SELECT * FROM idempotency_key WHERE key = '${ada.key}'`],
    },
  ],
  [
    'I2',
    'a cart with two orders',
    {
      unguard: ['DROP INDEX order_one_live_per_cart'],
      sql: () => [
        `INSERT INTO "order" SELECT (jsonb_populate_record("order", jsonb_build_object(
           'id', gen_random_uuid(), 'number', 'DT-TWICE', 'status', 'pending', 'paid_at', null))).*
         FROM "order" WHERE id = '${ada.order}'`,
        `INSERT INTO payment (id, order_id, scope, key, processor_key, amount, currency, payment_method_id)
         SELECT gen_random_uuid(), "order".id, shopper_id, 'other', 'other', total, currency, 'pm_1'
         FROM "order" WHERE number = 'DT-TWICE'`,
      ],
    },
  ],
  [
    'I2',
    'a shopper with two open carts',
    {
      unguard: ['DROP INDEX cart_one_open_per_shopper'],
      sql: () =>
        [1, 2].map(() => `INSERT INTO cart (id, shopper_id) VALUES (gen_random_uuid(), '${ada.shopper}')`),
    },
  ],
  [
    'I3',
    'a charge that is in two payments',
    {
      unguard: ['DROP INDEX payment_charge_id_key'],
      sql: () => [`UPDATE payment SET charge_id = '${ada.charge}' WHERE id = '${declined.payment}'`],
    },
  ],
  [
    'I3',
    'a purchase that is charged twice at the processor',
    {
      report: () => [
        ...report,
        ...report
          .filter(({ chargeId }) => chargeId === ada.charge)
          .map((charge) => ({ ...charge, chargeId: 'ch_second' })),
      ],
    },
  ],
  [
    'I4',
    'a unit that is nowhere',
    { sql: () => ["UPDATE product SET stock = stock - 1 WHERE slug = 'hotel-bell'"] },
  ],
  [
    'I4',
    'a negative stock',
    {
      unguard: ['ALTER TABLE product DROP CONSTRAINT product_stock_not_negative'],
      sql: () => [
        "UPDATE product SET stock_received = stock_received - stock - 1, stock = -1 WHERE slug = 'hotel-bell'",
      ],
    },
  ],
  [
    'I5',
    'a promo code that is used above its limit',
    {
      unguard: ['ALTER TABLE promo DROP CONSTRAINT promo_used_within_limit'],
      sql: () => ["UPDATE promo SET used = 2 WHERE code = 'ONCE'"],
    },
  ],
  ['I5', 'a use that was forgotten', { sql: () => ["UPDATE promo SET used = 0 WHERE code = 'ONCE'"] }],
  [
    'I6',
    'an entry that was changed',
    {
      unguard: ledgerIsOpen,
      sql: () => [
        `UPDATE ledger_entry SET amount = amount - 1 WHERE transaction_id = '${ada.ledger}' AND account_code = 'revenue'`,
      ],
    },
  ],
  [
    'I6',
    'balanced entries that were added later',
    {
      unguard: ledgerIsOpen,
      sql: () => [
        `INSERT INTO ledger_entry VALUES ('${ada.ledger}', 5, 'bank', 'USD', 7), ('${ada.ledger}', 6, 'fees', 'USD', -7)`,
      ],
    },
  ],
  [
    'I6',
    'a transaction without entries',
    {
      unguard: ledgerIsOpen,
      sql: () => [
        "INSERT INTO ledger_transaction (id, event_kind, event_id) VALUES (gen_random_uuid(), 'payout', 'po_1')",
      ],
    },
  ],
  [
    'I7',
    'a capture that is booked twice',
    {
      unguard: ['DROP INDEX ledger_transaction_event_kind_event_id_key'],
      sql: () => [
        `WITH again AS (
           INSERT INTO ledger_transaction (id, event_kind, event_id) VALUES (gen_random_uuid(), 'capture', '${ada.charge}')
           RETURNING id
         )
         INSERT INTO ledger_entry SELECT again.id, line, account_code, currency, amount
         FROM again, ledger_entry WHERE transaction_id = '${ada.ledger}'`,
      ],
    },
  ],
  [
    'I7',
    'a capture that is not booked',
    {
      unguard: ledgerIsOpen,
      sql: () => [
        `DELETE FROM ledger_entry WHERE transaction_id = '${ada.ledger}'`,
        `DELETE FROM ledger_transaction WHERE id = '${ada.ledger}'`,
      ],
    },
  ],
  [
    'I8',
    'refunds above what was captured',
    {
      unguard: ['ALTER TABLE payment DROP CONSTRAINT payment_refunded_within_captured'],
      sql: () => [
        `INSERT INTO refund (id, payment_id, scope, key, processor_key, amount, currency, reason)
         SELECT gen_random_uuid(), id, 'operator', n::text, n::text, amount - 1, currency, 'duplicate'
         FROM payment, generate_series(1, 2) n WHERE id = '${ada.payment}'`,
        `UPDATE payment SET refunded_amount = 2 * (amount - 1) WHERE id = '${ada.payment}'`,
      ],
    },
  ],
  [
    'I8',
    'a refund that its payment does not know',
    { sql: () => [`UPDATE payment SET refunded_amount = 1 WHERE id = '${ada.payment}'`] },
  ],
  [
    'I9',
    'a captured payment whose order is pending again',
    {
      sql: () => [`UPDATE "order" SET status = 'pending', paid_at = NULL WHERE id = '${ada.order}'`],
    },
  ],
  [
    'I9',
    'an answer that says "declined" of a paid order',
    { sql: () => [`UPDATE idempotency_key SET answer_status = 402 WHERE key = '${ada.key}'`] },
  ],
  [
    'I10',
    'a charge at the processor that nobody here knows',
    {
      report: () => [
        ...report,
        ...report
          .slice(0, 1)
          .map((charge) => ({ ...charge, chargeId: 'ch_unknown', amountRefunded: 0, purchase: null })),
      ],
    },
  ],
  [
    'I10',
    'a captured payment that the processor does not know',
    {
      sql: () => [
        `UPDATE payment SET settled_at = settled_at - interval '1 hour' WHERE id = '${ada.payment}'`,
      ],
      report: () => report.filter(({ chargeId }) => chargeId !== ada.charge),
    },
  ],
  [
    'I10',
    'another amount at the processor',
    {
      report: () =>
        report.map((charge) =>
          charge.chargeId === ada.charge ? { ...charge, amount: charge.amount + 1 } : charge,
        ),
    },
  ],
  ['I11', 'paid orders without a receipt', { receiptsExpectedAfterMs: 0 }],
  [
    'I11',
    'a receipt for an order that was not paid',
    {
      sql: () => [
        `INSERT INTO receipt (order_id, message_id, recipient, subject, html, text)
         SELECT id, 'm1', email, 's', 'h', 't' FROM "order" WHERE id = '${declined.order}'`,
      ],
    },
  ],
  [
    'I12',
    "an order with another shopper's cart",
    { sql: () => [`UPDATE cart SET shopper_id = '${bob.shopper}' WHERE id = '${ada.cart}'`] },
  ],
  [
    'I12',
    "an answer that names another shopper's order",
    {
      sql: () => [
        `UPDATE idempotency_key SET answer_body = replace(answer_body, '${ada.order}', '${bob.order}')
         WHERE key = '${ada.key}'`,
      ],
    },
  ],
];

describe('a violation is found by exactly its line', () => {
  it.each(plants)('%s: %s', async (invariant, _what, plant) => {
    const audited = await auditPlanted(plant);
    expect(brokenLines(audited)).toEqual([invariant]);
    expect(audited.isClean).toBe(false);
    const line = audited.lines.find((one) => one.invariant === invariant);
    expect(line?.broken.length).toBeGreaterThan(0);
    expect(line?.broken.every((example) => example.length > 10)).toBe(true);
  });

  it('has a plant for each invariant', () => {
    expect(new Set(plants.map(([invariant]) => invariant)).size).toBe(12);
  });
});

it('names five examples, and counts all of them', async () => {
  const audited = await auditPlanted({
    sql: () => ['UPDATE product SET stock_received = stock_received + 1'],
  });
  const line = audited.lines.find(({ invariant }) => invariant === 'I4');
  expect(line?.broken).toHaveLength(5);
  expect(line?.brokenCount).toBe(line?.counted);
});

it('records its runs, also one whose processor cannot be reached', async () => {
  const { runId } = await runReconciliation();
  expect(await prisma().reconciliationFinding.findMany({ where: { runId } })).toMatchObject([
    { kind: 'missing_here', action: 'settled' },
  ]);
  expect(await runAudit()).toMatchObject({ isClean: true, processorError: null });
  processor.kill('SIGKILL');
  await processor.exited;
  const without = await runAudit();
  expect(without.processorError).toContain('StripeConnectionError');
  const runs = await prisma().auditRun.findMany({ orderBy: { startedAt: 'asc' } });
  expect(runs.map(({ isClean }) => isClean)).toEqual([true, true]);
  expect(JSON.stringify(runs[1]?.lines)).toContain('without the report of the processor');
});
