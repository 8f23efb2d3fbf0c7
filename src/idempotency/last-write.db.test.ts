import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineDatabase, prisma, type Tx } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { answer, declareEffectOperation, Engine, type LastWrite, systemClock } from './index';

/** What a settling transaction writes last goes with the stored answer: in one statement, and both or neither. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
  await prisma().$executeRaw`CREATE TABLE written (fact text)`;
});
afterAll(async () => {
  await prisma().$disconnect();
  await database?.drop();
});

const said: string[] = [];

function engine(): Engine<Tx> {
  const one = engineDatabase();
  const query: typeof one.query = (tx, statement) => {
    said.push(statement.text);
    return one.query(tx, statement);
  };
  return new Engine({
    database: { ...one, query },
    clock: systemClock,
    newToken: randomUUID,
    report: () => undefined,
  });
}

function operation(check?: NonNullable<LastWrite['proof']>['check']) {
  return declareEffectOperation<Tx, null, string>({
    ...{ name: 'test.last_write', leaseMs: 30_000, effectTimeoutMs: 10_000, settleTimeoutMs: 5_000 },
    ...{ giveUpAgeMs: 60_000, retentionMs: 120_000 },
    parseInput: () => null,
    begin: async () => undefined,
    effect: {
      repeatable: true,
      send: async ({ key }) => ({ known: true, fact: key }),
      giveUp: async () => ({ known: false, why: 'not tested' }),
    },
    settle: async (_tx, _purchase, fact) => ({
      ...answer(200, { fact }),
      lastWrite: {
        parts: { text: 'noted AS (INSERT INTO written VALUES ($1) RETURNING fact)', values: [fact] },
        proof: { columns: '(SELECT fact FROM noted) AS fact', check: check ?? (() => undefined) },
      },
    }),
    markUnknown: async () => undefined,
    describeUnknown: async () => answer(503, {}),
  });
}

const attempt = (key: string) => ({
  ...{ scope: 'ada', key, input: null, isRepeat: false },
  keepAlive: () => undefined,
});

async function timesWritten(fact: string): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM written WHERE fact = ${fact}`;
  return row?.count ?? 0;
}

it('is one statement with the answer, and shows its proof before the commit', async () => {
  const key = randomUUID();
  const shown: unknown[] = [];
  said.length = 0;
  const outcome = await engine().attempt(
    operation((row) => void shown.push(row.fact)),
    attempt(key),
  );
  expect(outcome).toMatchObject({ kind: 'answered', how: 'first', stored: { status: 200 } });
  expect(said.filter((text) => /INTO written|UPDATE idempotency_key/.test(text))).toHaveLength(1);
  expect(shown).toEqual([key]);
  expect(await timesWritten(key)).toBe(1);
  const again = await engine().attempt(operation(), attempt(key));
  expect(again).toMatchObject({ how: 'replayed', stored: { body: JSON.stringify({ fact: key }) } });
  const stored = [outcome, again].map((one) => one.kind === 'answered' && one.stored.expiresAt.getTime());
  expect(stored[0]).toBeGreaterThan(Date.now());
  expect(stored[1]).toBe(stored[0]);
});

it('is undone with the answer by a proof that does not convince', async () => {
  const key = randomUUID();
  const refuse = () => {
    throw new Error('that was not written');
  };
  // The outside has been called: it goes on later, with the key still open.
  expect(await engine().attempt(operation(refuse), attempt(key))).toEqual({ kind: 'running' });
  expect(await timesWritten(key)).toBe(0);
  const settled = await engine().settle(operation(), { scope: 'ada', key }, key);
  expect(settled).toMatchObject({ kind: 'settled', stored: { status: 200 } });
  expect(await timesWritten(key)).toBe(1);
});

it('is written by itself where an answer is stored already, or gone', async () => {
  const key = randomUUID();
  const first = await engine().attempt(operation(), attempt(key));
  const settled = await engine().settle(operation(), { scope: 'ada', key }, 'a later fact');
  expect(settled).toEqual({ kind: 'settled', stored: first.kind === 'answered' && first.stored });
  await prisma().$executeRaw`DELETE FROM idempotency_key WHERE key = ${key}`;
  expect(await engine().settle(operation(), { scope: 'ada', key }, 'a later fact')).toEqual({
    kind: 'settled_late',
  });
  expect(await timesWritten('a later fact')).toBe(2);
});
