import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { engineDatabase, prisma, type Tx } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { until } from '@/run/testbed/until';
import { answer, declareEffectOperation, Engine, systemClock } from './index';

/** A known key is answered although nothing gets through in front of the database. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await prisma().$disconnect();
  await database?.drop();
});

function operation(send: () => Promise<string>) {
  return declareEffectOperation<Tx, { readonly n: number }, string>({
    ...{ name: 'test.aside', leaseMs: 30_000, effectTimeoutMs: 10_000, settleTimeoutMs: 5_000 },
    ...{ giveUpAgeMs: 60_000, retentionMs: 120_000 },
    parseInput: (value) => value as { n: number },
    begin: async () => undefined,
    effect: {
      repeatable: true,
      send: async () => ({ known: true, fact: await send() }),
      giveUp: async () => ({ known: false, why: 'not tested' }),
    },
    settle: async (_tx, _purchase, fact) => answer(200, { fact }),
    markUnknown: async () => undefined,
    describeUnknown: async () => answer(503, {}),
  });
}

const machinery = () => ({
  database: engineDatabase(),
  clock: systemClock,
  newToken: randomUUID,
  report: () => undefined,
});

/** An engine of another process, to which the database is closed but for the reads that go aside. */
function crowdedOut(readAside = engineDatabase().queryAlone): Engine<Tx> {
  const closed = () => Promise.reject(new Error('nothing gets through'));
  return new Engine({
    ...machinery(),
    database: { ...machinery().database, queryAlone: closed, transaction: closed },
    readAside,
  });
}

const attempt = (key: string, n = 1) => ({
  ...{ scope: 'ada', key, input: { n }, isRepeat: false },
  keepAlive: () => undefined,
});

it('replays it, tells another input apart, and joins an attempt of another process, all by reads aside', async () => {
  let finish: (fact: string) => void = () => undefined;
  const sent = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)));
  const declared = operation(sent);
  const key = randomUUID();
  const first = new Engine(machinery()).attempt(declared, attempt(key));
  await until('the first attempt has called outside', async () => sent.mock.calls.length === 1);

  const id = { scope: 'ada', operation: declared.name, key };
  expect(await crowdedOut().knows(id)).toBe(true);
  expect(await crowdedOut().knows({ ...id, key: randomUUID() })).toBe(false);
  const readAside = vi.fn(engineDatabase().queryAlone);
  const joining = crowdedOut(readAside).attempt(declared, { ...attempt(key), isKnown: true });
  await until('it waits for the row in progress', async () => readAside.mock.calls.length > 1);
  finish('done');
  expect(await joining).toMatchObject({ kind: 'answered', how: 'joined' });
  expect(await first).toMatchObject({ kind: 'answered', how: 'first' });

  const replay = await crowdedOut().attempt(declared, { ...attempt(key), isKnown: true });
  expect(replay).toMatchObject({ kind: 'answered', how: 'replayed', stored: { body: '{"fact":"done"}' } });
  const other = await crowdedOut().attempt(declared, { ...attempt(key, 2), isKnown: true });
  expect(other).toEqual({ kind: 'mismatch' });
  await expect(crowdedOut().attempt(declared, attempt(key))).rejects.toThrow('nothing gets through');
});

it('knows without a read that an attempt is at work in the same process', async () => {
  const engine = new Engine(machinery());
  const id = { scope: 'ada', operation: 'test.aside', key: randomUUID() };
  expect(engine.isUnderWay(id)).toBe(false);
  const running = engine.attempt(
    operation(async () => 'done'),
    attempt(id.key),
  );
  expect(engine.isUnderWay(id)).toBe(true);
  expect(engine.isUnderWay({ ...id, scope: 'eve' })).toBe(false);
  await running;
  expect(engine.isUnderWay(id)).toBe(false);
});
