import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineDatabase, prisma, type Tx } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { answer, declareLocalOperation, Engine, type Outcome, systemClock } from './index';

/** Whose key it is: keys of two scopes never meet, neither do keys of two operations, and a key has one input. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await prisma().$disconnect();
  await database?.drop();
});

function operation(name: string) {
  return declareLocalOperation<Tx, { readonly n: number }>({
    name,
    retentionMs: 60_000,
    parseInput: (value) => value as { n: number },
    begin: async (_tx, { scope }) => answer(200, { scope, name }),
  });
}

function process(): Engine<Tx> {
  return new Engine({
    database: engineDatabase(),
    clock: systemClock,
    newToken: randomUUID,
    report: () => undefined,
  });
}

function attempt(scope: string, key: string, n: number, isRepeat = false) {
  return { scope, key, input: { n }, isRepeat, keepAlive: () => undefined };
}

function body(outcome: Outcome): string | undefined {
  return outcome.kind === 'answered' ? outcome.stored.body : undefined;
}

it('is another key in each scope and in each operation, also for the same input at the same moment', async () => {
  const key = randomUUID();
  const engine = process();
  const callers = [
    { scope: 'ada', name: 'test.rename' },
    { scope: 'eve', name: 'test.rename' },
    { scope: 'ada', name: 'test.remove' },
  ];
  const everybody = (isRepeat: boolean) =>
    Promise.all(
      callers.map(({ scope, name }) => engine.attempt(operation(name), attempt(scope, key, 1, isRepeat))),
    );
  const own = callers.map((caller) => JSON.stringify(caller));
  expect((await everybody(false)).map(body)).toEqual(own);
  const replays = await everybody(true);
  expect(replays.map(body)).toEqual(own);
  expect(replays).toMatchObject(callers.map(() => ({ how: 'replayed' })));
});

it('is refused with another input, told apart from its own, in this process and in another', async () => {
  const key = randomUUID();
  const engine = process();
  const first = await engine.attempt(operation('test.rename'), attempt('ada', key, 1));
  for (const isRepeat of [false, true]) {
    for (const anywhere of [engine, process()]) {
      const other = anywhere.attempt(operation('test.rename'), attempt('ada', key, 2, isRepeat));
      const own = anywhere.attempt(operation('test.rename'), attempt('ada', key, 1, isRepeat));
      expect((await other).kind).toBe('mismatch');
      expect(body(await own)).toBe(body(first));
    }
  }
});
