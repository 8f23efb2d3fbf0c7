import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** What a store does while every connection of its pool is held by a lock that somebody else has. */
const poolSize = 4;

let shop: TestShop;
let url: string;
let bell: string;
let locker: pg.Client;
let buyer: TestShopper;
let bought: PayRequest;
let paid: ApiAnswer;

beforeAll(async () => {
  shop = await openShop(1, { DATABASE_POOL: String(poolSize) });
  url = shop.stores[0]?.url ?? '';
  bell = (await new TestShopper(url).products())['hotel-bell'] ?? '';
  locker = new pg.Client({ connectionString: shop.databaseUrl });
  await locker.connect();
});
afterAll(async () => {
  await locker?.end();
  await shop?.stop();
});
beforeEach(async () => {
  buyer = new TestShopper(url);
  bought = await buyer.fillCart({ [bell]: 1 });
  paid = await buyer.pay(bought);
  expectOk(paid);
});

const outcome = ({ status, error }: ApiAnswer): unknown[] => [status, error?.reason];
const overloaded = [503, 'overloaded'];
const tookMs = ({ sentAt, answeredAt }: ApiAnswer): number => answeredAt - sentAt;

const claims = async (key: string): Promise<number> =>
  (await shop.sql('SELECT 1 FROM idempotency_key WHERE key = $1', [key])).length;

const read = (): Promise<ApiAnswer> => new TestShopper(url).query('cart.get');

async function heldConnections(): Promise<number> {
  const [row] = await shop.sql<{ held: number }>(
    `SELECT count(*)::int AS held FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'doubletap' AND wait_event_type = 'Lock'`,
  );
  return row?.held ?? 0;
}

/** Every read of a cart waits for a lock until `work` is over: every connection of the pool is held. Returns what became of the reads. */
async function whilePoolIsHeld(
  readers: number,
  work: (readings: Promise<ApiAnswer>[]) => Promise<void>,
): Promise<ApiAnswer[]> {
  await locker.query('BEGIN');
  const readings: Promise<ApiAnswer>[] = [];
  try {
    await locker.query('LOCK TABLE cart IN ACCESS EXCLUSIVE MODE');
    for (let reader = 1; reader <= readers; reader += 1) readings.push(read());
    await until('every connection is held', async () => (await heldConnections()) === poolSize);
    await work(readings);
  } finally {
    await locker.query('ROLLBACK');
  }
  return Promise.all(readings);
}

function expectReplay(replay: ApiAnswer): void {
  expect([replay.status, replay.text]).toEqual([200, paid.text]);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(tookMs(replay)).toBeLessThan(1_000);
}

it('refuses quickly what does not fit into the line, each with its own wait, and still replays what is known', async () => {
  const shopper = new TestShopper(url);
  const purchase = await shopper.fillCart({ [bell]: 1 });
  const readings = await whilePoolIsHeld(22 * poolSize, async (inLine) => {
    expect(outcome(await Promise.any(inLine.map(async (reading) => reading)))).toEqual(overloaded);
    const refused = await Promise.all([shopper.pay(purchase), new TestShopper(url).pay(purchase)]);
    expect(refused.map(outcome)).toEqual([overloaded, overloaded]);
    for (const answer of refused) {
      expect(tookMs(answer)).toBeLessThan(1_000);
      const afterMs = Number(answer.error?.retryAfterMs);
      expect(afterMs).toBeGreaterThanOrEqual(2_000);
      expect(afterMs).toBeLessThanOrEqual(4_000);
      expect(answer.headers.get('retry-after')).toBe(String(Math.ceil(afterMs / 1_000)));
    }
    expect(refused[0]?.error?.retryAfterMs).not.toBe(refused[1]?.error?.retryAfterMs);
    expect(await claims(purchase.key)).toBe(0);
    expect(outcome(await new TestShopper(url).query('catalog.list'))).toEqual(overloaded);
    expectReplay(await buyer.pay(bought));
    const changed = { ...bought, input: { ...bought.input, email: 'eve@example.com' } };
    expect(outcome(await buyer.pay(changed))).toEqual([422, 'idempotency_key_reused']);
  });
  // Those in line were served, or were told that they were not.
  for (const { status } of readings) expect([200, 503]).toContain(status);
  expectOk(await shopper.pay(purchase));
});

it('answers database_unavailable to whoever waits in vain for a lock, and overloaded to whoever stands in line for that', async () => {
  const shopper = new TestShopper(url);
  const purchase = await shopper.fillCart({ [bell]: 1 });
  let inLine: ApiAnswer[] = [];
  const readings = await whilePoolIsHeld(poolSize, async (holding) => {
    inLine = await Promise.all([shopper.pay(purchase), read()]);
    await Promise.all(holding);
  });
  expect(inLine.map(outcome)).toEqual([overloaded, overloaded]);
  expect(readings.map(outcome)).toEqual(readings.map(() => [503, 'database_unavailable']));
  for (const answer of [...inLine, ...readings]) {
    expect(answer.headers.get('retry-after')).toMatch(/^[1-4]$/);
    expect(tookMs(answer)).toBeLessThan(8_000);
  }
  expectOk(await shopper.pay(purchase));
});

it('answers database_unavailable when its connections are cut off in the middle of a statement, and works on new ones', async () => {
  const answers = await whilePoolIsHeld(poolSize, async () => {
    await shop.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'doubletap' AND pid <> pg_backend_pid()`,
    );
  });
  expect(answers.map(outcome)).toEqual(answers.map(() => [503, 'database_unavailable']));
  expectOk(await read());
});

it('refuses who has too little time left before anything is claimed, and answers a known key all the same', async () => {
  const shopper = new TestShopper(url);
  const purchase = await shopper.fillCart({ [bell]: 1 });
  const hurried = { 'x-timeout-ms': '499' };
  const refused = await shopper.pay({ ...purchase, headers: hurried });
  expect(outcome(refused)).toEqual([504, 'deadline_exceeded']);
  expect(await claims(purchase.key)).toBe(0);
  expectReplay(await buyer.pay({ ...bought, headers: hurried }));
  expectOk(await shopper.pay({ ...purchase, headers: { 'x-timeout-ms': '8000' } }));
});
