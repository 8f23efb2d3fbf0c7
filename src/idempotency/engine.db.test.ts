import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { until } from '@/run/testbed/until';
import {
  answer,
  type Database,
  declareEffectOperation,
  declareLocalOperation,
  type EffectOperation,
  type EffectOutcome,
  Engine,
  type Outcome,
  Refusal,
  systemClock,
} from './index';
import { postgresDatabase } from './testing/postgres';

/** The engine on node-postgres and a counter: nothing of the shop, and every fault can be placed exactly. */
let test: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  test = await createDatabase();
  pool = new pg.Pool({ connectionString: test.url, max: 5 });
  await pool.query('CREATE TABLE effect (key text NOT NULL, what text NOT NULL)');
});
afterAll(async () => {
  await pool?.end();
  await test?.drop();
});

/** @param loseCommit called after each COMMIT; true means that its answer is lost on the way */
function database(loseCommit?: () => boolean): Database<pg.PoolClient> {
  return postgresDatabase(() => pool.connect(), loseCommit);
}

/** An engine as another process would have one. */
function process(loseCommit?: () => boolean): Engine<pg.PoolClient> {
  const machinery = {
    database: database(loseCommit),
    clock: systemClock,
    newToken: randomUUID,
    report: () => undefined,
  };
  return new Engine(machinery);
}

type Input = { readonly n: number };
type Send = (key: string) => Promise<EffectOutcome<string>>;

const done = async (): Promise<EffectOutcome<string>> => ({ known: true, fact: 'done' });

function note(tx: pg.PoolClient, key: string, what: string): Promise<unknown> {
  return tx.query('INSERT INTO effect (key, what) VALUES ($1, $2)', [key, what]);
}

async function noted(key: string): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    'SELECT what FROM effect WHERE key = $1 ORDER BY what',
    [key],
  );
  return rows.map(({ what }) => what);
}

const times = {
  leaseMs: 3_000,
  effectTimeoutMs: 1_200,
  settleTimeoutMs: 1_500,
  giveUpAgeMs: 30_000,
  retentionMs: 60_000,
};

const giveUp = async (): Promise<EffectOutcome<string>> => ({ known: true, fact: 'given up' });

function operation(send: Send, more: Partial<EffectOperation<pg.PoolClient, Input, string>> = {}) {
  return declareEffectOperation<pg.PoolClient, Input, string>({
    name: 'test.effect',
    ...times,
    parseInput: (value) => value as Input,
    begin: async (tx, { key }) => {
      await note(tx, key, 'begun');
    },
    effect: { repeatable: true, send: ({ key }) => send(key), giveUp },
    settle: async (tx, { key }, fact) => {
      const { rows } = await tx.query<{ what: string }>('SELECT what FROM effect WHERE key = $1', [key]);
      if (rows.length === 0) return null;
      if (!rows.some(({ what }) => what === 'settled')) await note(tx, key, 'settled');
      return answer(200, { z: fact, a: '\u00e9' });
    },
    markUnknown: async (tx, { key }) => {
      await note(tx, key, 'unknown');
    },
    describeUnknown: async () => answer(503, 'unknown'),
    ...more,
  });
}

function attempt(key: string, n = 1) {
  return { scope: 's', key, input: { n }, isRepeat: false, keepAlive: () => undefined };
}

function body(outcome: Outcome): string | undefined {
  return outcome.kind === 'answered' ? outcome.stored.body : undefined;
}

/** A gate that the test opens. */
function gate(): { readonly opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('asserts that the times of an operation fit into its lease', () => {
  expect(() => operation(done, { effectTimeoutMs: 1_500 })).toThrow('must fit into the lease');
  expect(() => operation(done, { retentionMs: 30_000 })).toThrow('must rise');
  expect(() => operation(done, { giveUpAgeMs: 3_000 })).toThrow('must rise');
});

it('runs an operation of one transaction once, and tells everybody the same', async () => {
  const key = randomUUID();
  const local = declareLocalOperation<pg.PoolClient, Input>({
    name: 'test.local',
    retentionMs: 60_000,
    parseInput: (value) => value as Input,
    begin: async (tx, purchase) => {
      await note(tx, purchase.key, 'local');
      return answer(200, { z: 1, a: 2 });
    },
  });
  const engines = [process(), process()];
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => engines[n % 2]?.attempt(local, attempt(key))),
  );
  expect(outcomes.map((outcome) => outcome && body(outcome))).toEqual(Array(20).fill('{"z":1,"a":2}'));
  expect(await noted(key)).toEqual(['local']);
});

it('holds no database connection while 20 duplicates wait, in this process and in another', async () => {
  const key = randomUUID();
  const { opened, open } = gate();
  const [here, there] = [process(), process()];
  const slow = operation(() => opened.then(done));
  const waiting = Array.from({ length: 20 }, () => here.attempt(slow, attempt(key)));
  await until('the first has its claim', async () => (await noted(key)).includes('begun'));
  waiting.push(...Array.from({ length: 20 }, () => there.attempt(slow, attempt(key))));
  let busiest = 0;
  for (let look = 0; look < 30; look += 1) {
    await pool.query('SELECT 1');
    busiest = Math.max(busiest, pool.totalCount - pool.idleCount);
  }
  open();
  const outcomes = await Promise.all(waiting);
  expect(outcomes.map(body)).toEqual(Array(40).fill('{"z":"done","a":"\u00e9"}'));
  expect(outcomes.filter((outcome) => outcome.kind === 'answered' && outcome.how === 'first')).toHaveLength(
    1,
  );
  // At most one waiter of the other process reads, now and then.
  expect(busiest).toBeLessThanOrEqual(1);
  expect(await noted(key)).toEqual(['begun', 'settled']);
});

it('does its work once although the answer to every COMMIT is lost at first', async () => {
  const key = randomUUID();
  let commits = 0;
  let sends = 0;
  const engine = process(() => ++commits % 2 === 1);
  const outcome = await engine.attempt(
    operation(() => {
      sends += 1;
      return done();
    }),
    attempt(key),
  );
  expect(outcome).toMatchObject({ kind: 'answered', how: 'first' });
  expect([commits, sends]).toEqual([4, 1]);
  expect(await noted(key)).toEqual(['begun', 'settled']);
});

it('lets a fenced owner write nothing more, and tells it what the new owner stored', async () => {
  const key = randomUUID();
  const { opened, open } = gate();
  // The first owner's clock stands still, as that of a frozen process: its time limit does not end the call.
  const frozenClock = {
    ...systemClock,
    timer: (ms: number) =>
      ms >= 1_200 ? { elapsed: opened, cancel: () => undefined } : systemClock.timer(ms),
  };
  const frozen = new Engine({
    database: database(),
    clock: frozenClock,
    newToken: randomUUID,
    report: () => undefined,
  });
  const silent = operation(() => opened.then(() => ({ known: false, why: 'silence' })));
  const first = frozen.attempt(silent, attempt(key));
  await until('the first has its claim', async () => (await noted(key)).includes('begun'));
  const second = await process().attempt(operation(done), attempt(key));
  expect(second).toMatchObject({ kind: 'answered', how: 'took_over' });
  open();
  expect(body(await first)).toBe(body(second));
  expect(await noted(key)).toEqual(['begun', 'settled']);
});

it('does not let a fenced owner let go of the claim that another has taken over', async () => {
  const key = randomUUID();
  const [thaw, finish] = [gate(), gate()];
  const frozenClock = {
    ...systemClock,
    timer: (ms: number) =>
      ms >= 1_200 ? { elapsed: thaw.opened, cancel: () => undefined } : systemClock.timer(ms),
  };
  let wantedToLetGo = false;
  const plain = database();
  const watched: typeof plain = {
    ...plain,
    query: async (tx, statement) => {
      const rows = await plain.query(tx, statement);
      wantedToLetGo ||= statement.text.includes('AS released');
      return rows;
    },
  };
  const frozen = new Engine({
    database: watched,
    clock: frozenClock,
    newToken: randomUUID,
    report: () => undefined,
  });
  const silent = operation(() => thaw.opened.then(() => ({ known: false, why: 'silence' })));
  const first = frozen.attempt(silent, attempt(key));
  await until('the first has its claim', async () => (await noted(key)).includes('begun'));
  let isTakenOver = false;
  const second = process().attempt(
    operation(() => {
      isTakenOver = true;
      return finish.opened.then(done);
    }),
    attempt(key),
  );
  await until('the second has taken over', async () => isTakenOver);
  const owner = () =>
    pool.query<{ token: string }>('SELECT token FROM idempotency_key WHERE key = $1', [key]);
  const [before] = (await owner()).rows;
  thaw.open();
  await until('the first wants to let go', async () => wantedToLetGo);
  expect((await owner()).rows).toEqual([before]);
  expect(await noted(key)).toEqual(['begun']);
  finish.open();
  expect(body(await first)).toBe(body(await second));
  expect(await noted(key)).toEqual(['begun', 'settled']);
});

it('takes over at once after an unknown outcome, and goes on at the outside call', async () => {
  const key = randomUUID();
  const unknown = await process().attempt(
    operation(async () => ({ known: false, why: 'reset' })),
    attempt(key),
  );
  expect(unknown).toMatchObject({ kind: 'unknown', answer: { status: 503 } });
  expect(await process().attempt(operation(done), attempt(key))).toMatchObject({
    kind: 'answered',
    how: 'took_over',
  });
  expect(await noted(key)).toEqual(['begun', 'settled', 'unknown']);
});

it('reads an error thrown by the outside call as unknown, and a call that never returns too', async () => {
  const failing = operation(() => Promise.reject(new Error('reset')));
  expect((await process().attempt(failing, attempt(randomUUID()))).kind).toBe('unknown');
  const silent = operation(() => new Promise(() => undefined));
  expect((await process().attempt(silent, attempt(randomUUID()))).kind).toBe('unknown');
});

it.each([
  ['does not send again when the outside has done it', 'done', 0],
  ['sends when the outside is sure that nothing was done', null, 1],
])('asks an outside without keys first in a takeover, and %s', async (_, found, sends) => {
  const key = randomUUID();
  const unkeyed = (outcome: EffectOutcome<string>, sent: () => void) =>
    operation(done, {
      effect: {
        repeatable: false,
        send: async () => {
          sent();
          return outcome;
        },
        ask: async () => (found === null ? null : { known: true, fact: found }),
        giveUp,
      },
    });
  await process().attempt(
    unkeyed({ known: false, why: 'cut off' }, () => undefined),
    attempt(key),
  );
  let sentAgain = 0;
  const second = unkeyed({ known: true, fact: 'done' }, () => {
    sentAgain += 1;
  });
  expect(await process().attempt(second, attempt(key))).toMatchObject({ kind: 'answered', how: 'took_over' });
  expect(sentAgain).toBe(sends);
});

it('stores a refusal, writes nothing else, and refuses the twin with the same bytes', async () => {
  const key = randomUUID();
  const refusing = operation(done, {
    begin: async (tx, purchase) => {
      await note(tx, purchase.key, 'must be rolled back');
      throw new Refusal(answer(409, { why: 'sold out' }));
    },
  });
  const first = await process().attempt(refusing, attempt(key));
  expect(first).toMatchObject({ kind: 'answered', how: 'first', stored: { status: 409 } });
  const twin = await process().attempt(operation(done), attempt(key));
  expect(twin).toMatchObject({ kind: 'answered', how: 'replayed', stored: { status: 409 } });
  expect(body(twin)).toBe(body(first));
  expect(await noted(key)).toEqual([]);
});

it('refuses to store what is not final', () => {
  for (const status of [200, 429, 500, 503])
    expect(() => new Refusal(answer(status, null))).toThrow('cannot be stored');
});

it('forgets an attempt whose first phase failed: the key is new again', async () => {
  const key = randomUUID();
  const failing = operation(done, { begin: () => Promise.reject(new Error('a bug')) });
  await expect(process().attempt(failing, attempt(key))).rejects.toThrow('a bug');
  expect(await process().attempt(operation(done), attempt(key))).toMatchObject({ how: 'first' });
});

it('answers another input with a mismatch, also while the first has not committed its claim', async () => {
  const key = randomUUID();
  const claimed = gate();
  const { opened, open } = gate();
  const engine = process();
  const slow = operation(done, {
    begin: async (tx, purchase) => {
      claimed.open();
      await opened;
      await note(tx, purchase.key, 'begun');
    },
  });
  const first = engine.attempt(slow, attempt(key, 1));
  await claimed.opened;
  const others = [engine.attempt(slow, attempt(key, 2)), process().attempt(operation(done), attempt(key, 2))];
  open();
  expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(['mismatch', 'mismatch']);
  expect((await first).kind).toBe('answered');
});

it('does not say mismatch to the owner of a key because a stranger input is under way in this process', async () => {
  const key = randomUUID();
  await process().attempt(operation(done), attempt(key, 1));
  const engine = process();
  const [stranger, owner] = await Promise.all([
    engine.attempt(operation(done), attempt(key, 2)),
    engine.attempt(operation(done), attempt(key, 1)),
  ]);
  expect([stranger.kind, owner.kind]).toEqual(['mismatch', 'answered']);
});

it('closes a purchase that never arrived for every input, and leaves one that arrived as it is', async () => {
  const [never, arrived] = [randomUUID(), randomUUID()];
  const notMade = answer(402, 'not made');
  expect(await process().close(operation(done), 's', never, notMade)).toMatchObject({ stored: notMade });
  expect(await process().attempt(operation(done), attempt(never, 7))).toMatchObject({
    how: 'replayed',
    stored: notMade,
  });
  const first = await process().attempt(operation(done), attempt(arrived));
  expect(body(await process().close(operation(done), 's', arrived, notMade))).toBe(body(first));
});

it('writes a fact once, whoever brings it, and completes an open key with it', async () => {
  const key = randomUUID();
  await process().attempt(
    operation(async () => ({ known: false, why: 'silence' })),
    attempt(key),
  );
  const purchase = { scope: 's', key, input: { n: 1 } };
  const ends = await Promise.all([1, 2, 3].map(() => process().settle(operation(done), purchase, 'done')));
  expect(ends.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled']);
  expect(await noted(key)).toEqual(['begun', 'settled', 'unknown']);
  expect(await process().attempt(operation(done), attempt(key))).toMatchObject({ how: 'replayed' });
  expect((await process().settle(operation(done), { ...purchase, key: 'nobody' }, 'done')).kind).toBe(
    'no_claim',
  );
  await pool.query('DELETE FROM idempotency_key WHERE key = $1', [key]);
  expect((await process().settle(operation(done), purchase, 'done')).kind).toBe('settled_late');
});

it('finishes an abandoned operation from what is stored of it, and leaves one that is owned alone', async () => {
  const key = randomUUID();
  const name = `test.${key}`;
  const { opened, open } = gate();
  const seen: number[] = [];
  const slow = operation(() => opened.then(() => ({ known: false, why: 'silence' })), { name });
  const first = process().attempt(slow, attempt(key, 42));
  await until('the first has its claim', async () => (await noted(key)).includes('begun'));
  expect(await process().recover(slow, 's', key)).toBeNull();
  expect(await process().abandoned(name, 10)).toEqual([]);
  open();
  expect((await first).kind).toBe('unknown');
  await until('the claim has rested', async () => (await process().abandoned(name, 10)).length === 1);
  const finishing = operation(done, {
    name,
    effect: {
      repeatable: true,
      giveUp,
      send: ({ input }) => {
        seen.push(input.n);
        return done();
      },
    },
  });
  expect(await process().recover(finishing, 's', key)).toBe('settled');
  expect(seen).toEqual([42]);
  expect(await process().abandoned(name, 10)).toEqual([]);
});

it('sends nothing any more once a claim is old, whoever comes: it is given up at the outside', async () => {
  const key = randomUUID();
  await process().attempt(
    operation(async () => ({ known: false, why: 'silence' })),
    attempt(key),
  );
  await pool.query(
    "UPDATE idempotency_key SET created_at = created_at - interval '31 seconds' WHERE key = $1",
    [key],
  );
  const never = operation(() => Promise.reject(new Error('it was sent')));
  expect(body(await process().attempt(never, attempt(key)))).toContain('given up');
});

it('still finds what is abandoned after any number of doubts', async () => {
  const key = randomUUID();
  const name = `test.${key}`;
  const silent = operation(async () => ({ known: false, why: 'silence' }), { name });
  await process().attempt(silent, attempt(key));
  const rested =
    "UPDATE idempotency_key SET doubts = 5000, lease_until = now() - interval '62 seconds' WHERE key = $1";
  await pool.query(rested, [key]);
  expect(await process().abandoned(name, 10)).toHaveLength(0);
  await pool.query("UPDATE idempotency_key SET lease_until = now() - interval '64 seconds' WHERE key = $1", [
    key,
  ]);
  expect(await process().abandoned(name, 10)).toHaveLength(1);
});
