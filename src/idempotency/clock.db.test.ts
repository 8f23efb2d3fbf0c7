import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { engineDatabase, prisma, type Tx } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { until } from '@/run/testbed/until';
import { answer, declareEffectOperation, Engine, systemClock } from './index';

/** Leases run by the database's clock. What an application's own says of the time decides nothing. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await prisma().$disconnect();
  await database?.drop();
});

const leaseMs = 10_000;

it.each([
  ['an hour fast', 3_600_000],
  ['an hour slow', -3_600_000],
])('holds and passes on a claim in time where the clock of the application is %s', async (_, wrongByMs) => {
  const scope = randomUUID();
  const key = randomUUID();
  let letGo = (): void => undefined;
  const silence = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let sends = 0;
  const operation = declareEffectOperation<Tx, null, string>({
    name: 'test.clock',
    leaseMs,
    effectTimeoutMs: 5_000,
    settleTimeoutMs: 2_000,
    giveUpAgeMs: 20_000,
    retentionMs: 60_000,
    parseInput: () => null,
    begin: async () => undefined,
    effect: {
      repeatable: true,
      send: async () => {
        sends += 1;
        if (sends > 1) return { known: true, fact: 'done' };
        await silence;
        return { known: false, why: 'silence' };
      },
      giveUp: async () => ({ known: true, fact: 'given up' }),
    },
    settle: async (_tx, _purchase, fact) => answer(200, fact),
    markUnknown: async () => undefined,
    describeUnknown: async () => answer(503, 'unknown'),
  });
  const process = () =>
    new Engine({
      database: engineDatabase(),
      clock: systemClock,
      newToken: randomUUID,
      report: () => undefined,
    });
  const leaseLeftMs = async (): Promise<number | undefined> => {
    const [row] = await prisma().$queryRaw<{ ms: number }[]>`
      SELECT (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float8 AS ms
      FROM idempotency_key WHERE scope = ${scope} AND key = ${key}`;
    return row?.ms;
  };
  const right = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => right() + wrongByMs);

  const owner = process().attempt(operation, {
    scope,
    key,
    input: null,
    isRepeat: false,
    keepAlive: () => undefined,
  });
  await until('the owner calls the outside', async () => sends === 1);
  const left = (await leaseLeftMs()) ?? 0;
  expect([left > 0, left <= leaseMs]).toEqual([true, true]);
  expect(await process().recover(operation, scope, key)).toBeNull();
  expect(sends).toBe(1);

  letGo();
  expect((await owner).kind).toBe('unknown');
  expect(await process().recover(operation, scope, key)).toBe('settled');
  expect(sends).toBe(2);
});
