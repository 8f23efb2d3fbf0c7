import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeGraceMs, workerGraceMs } from '@/run/processes';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import type { TestStore } from '@/run/testbed/store';
import { until } from '@/run/testbed/until';

// Production stores that are told to end with a purchase in the middle of its processor call.

/** The processor answers so much later than it charges: long enough for everything that a test asks meanwhile. */
const latencyMs = 3_000;
const ended = { code: 0, signal: null };

/** A processor that takes longer than the grace of whoever waits for it, and settings that let it. */
const silentMs = 14_500;
const patient = { PROCESSOR_TIMEOUT_MS: '15000', LEASE_MS: '20000' };

let shop: TestShop;
let product: string;

beforeAll(async () => {
  shop = await openShop(1);
  const { 'arcade-button': id } = await new TestShopper(nextStoreUrl()).products();
  product = id ?? '';
});
afterAll(() => shop?.stop());
beforeEach(() => shop.processor.setLatency(0));

/** The store that goes on. */
function nextStoreUrl(): string {
  return shop.stores[0]?.url ?? '';
}

async function chargesOf(key: string) {
  const { charges } = await shop.processor.books();
  return charges.filter(({ status, metadata }) => status === 'captured' && metadata.key === key);
}

async function statesOf(key: string): Promise<string[]> {
  const rows = await shop.sql<{ state: string }>('SELECT state FROM idempotency_key WHERE key = $1', [key]);
  return rows.map(({ state }) => state);
}

/** Whether nobody else may ask the processor yet. */
async function isLeased(key: string): Promise<boolean> {
  const leased = 'SELECT 1 FROM idempotency_key WHERE key = $1 AND lease_until > clock_timestamp()';
  return (await shop.sql(leased, [key])).length > 0;
}

/** How the attempts with a key came by their answers, as they were recorded. */
async function endingsOf(key: string): Promise<string[]> {
  const rows = await shop.sql<{ ending: string }>('SELECT ending FROM attempt WHERE key = $1', [key]);
  return rows.map(({ ending }) => ending).sort();
}

/** What a store says of being ready; null when nobody is there. */
async function readiness({ url }: TestStore): Promise<Response | null> {
  return fetch(`${url}/api/ready`).catch(() => null);
}

async function toldToEnd(store: TestStore): Promise<void> {
  store.kill('SIGTERM');
  await until('the store is not ready', async () => (await readiness(store))?.status === 503);
}

/** An answer, or the end of the connection without one. */
function orCutOff(answer: Promise<ApiAnswer>): Promise<ApiAnswer | 'cut off'> {
  return answer.catch(() => 'cut off');
}

/** Presses Pay at a store; returns when the processor has charged and is silent about it. */
async function payingAt(store: TestStore, signal?: AbortSignal) {
  const shopper = new TestShopper(store.url);
  const purchase: PayRequest = {
    ...(await shopper.fillCart({ [product]: 1 })),
    ...(signal === undefined ? {} : { signal }),
  };
  const answer = orCutOff(shopper.pay(purchase));
  await until('the processor has charged', async () => (await chargesOf(purchase.key)).length === 1);
  return { shopper, purchase, answer };
}

/** A store that was told to end in the middle of a purchase, and one that it was paid before. */
async function stoppingStore() {
  const store = await shop.startStore();
  const before = new TestShopper(store.url);
  const paid = await before.fillCart({ [product]: 1 });
  const stored = await before.pay(paid);
  const late = new TestShopper(store.url);
  const unsent = await late.fillCart({ [product]: 1 });
  await shop.processor.setLatency(latencyMs);
  const underWay = await payingAt(store);
  await toldToEnd(store);
  return {
    store,
    underWay,
    late: { shopper: late, purchase: unsent },
    paid: { before, purchase: paid, stored },
  };
}

function expectPaid(answer: ApiAnswer | 'cut off'): void {
  expect(answer).toMatchObject({ status: 200, data: { status: 'paid' } });
}

it('finishes the purchase in the middle of its processor call, answers its caller, and ends with 0', async () => {
  const { store, underWay } = await stoppingStore();
  const { key } = underWay.purchase;
  expectPaid(await underWay.answer);
  expect(await store.exited).toEqual(ended);
  expect(await statesOf(key)).toEqual(['completed']);
  expect(await endingsOf(key)).toEqual(['first']);
  expect(await chargesOf(key)).toMatchObject([{ requests: 1 }]);
});

it('says that it is not ready, and why, while it finishes', async () => {
  const { store, underWay } = await stoppingStore();
  const response = await readiness(store);
  expect(response?.status).toBe(503);
  expect(response?.headers.get('connection')).toBe('close');
  expect(await response?.json()).toEqual({ status: 'unavailable', reason: 'shutting_down' });
  expectPaid(await underWay.answer);
});

it('refuses a purchase that it does not know and claims nothing, so that another store can take it', async () => {
  const { store, underWay, late } = await stoppingStore();
  const refused = await late.shopper.pay(late.purchase);
  expect(refused.status).toBe(503);
  expect(refused.error).toMatchObject({ reason: 'shutting_down', retry: 'same_key' });
  expect(refused.headers.get('retry-after')).toMatch(/^[12]$/);
  expect(await statesOf(late.purchase.key)).toEqual([]);
  expectPaid(await underWay.answer);
  expect(await store.exited).toEqual(ended);
  await shop.processor.setLatency(0);
  expectPaid(await late.shopper.pay(late.purchase, nextStoreUrl()));
  expect(await chargesOf(late.purchase.key)).toHaveLength(1);
});

it('answers what it knows to the end: a stored answer with the same bytes, a duplicate with the answer under way', async () => {
  const { store, underWay, paid } = await stoppingStore();
  const joined = orCutOff(underWay.shopper.pay(underWay.purchase));
  const replayed = await paid.before.pay(paid.purchase);
  expect([replayed.status, replayed.text]).toEqual([200, paid.stored.text]);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  const first = await underWay.answer;
  expectPaid(first);
  expect(await joined).toMatchObject({ text: first === 'cut off' ? first : first.text });
  expect(await store.exited).toEqual(ended);
  expect(await endingsOf(underWay.purchase.key)).toEqual(['first', 'joined']);
});

it('finishes a charge whose caller has left, and records the attempt, before it ends', async () => {
  const store = await shop.startStore();
  await shop.processor.setLatency(latencyMs);
  const leaving = new AbortController();
  const { purchase, answer } = await payingAt(store, leaving.signal);
  leaving.abort();
  expect(await answer).toBe('cut off');
  store.kill('SIGTERM');
  expect(await store.exited).toEqual(ended);
  expect(await statesOf(purchase.key)).toEqual(['completed']);
  expect(await endingsOf(purchase.key)).toEqual(['first']);
});

it('gives every other caller a whole answer too: one who waits for a lock of the database', async () => {
  const store = await shop.startStore();
  const shopper = new TestShopper(store.url);
  const { input } = await shopper.fillCart({ [product]: 1 });
  const holder = new pg.Client({ connectionString: shop.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM cart WHERE id = $1 FOR UPDATE', [input.cartId]);
    const answer = orCutOff(shopper.mutate('cart.setItem', { productId: product, quantity: 2 }));
    await until('the change waits for the lock', async () => {
      const waits =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await shop.sql(waits)).length > 0;
    });
    await toldToEnd(store);
    await holder.query('ROLLBACK');
    expect(await answer).toMatchObject({ status: 200, data: { lines: [{ quantity: 2 }] } });
    expect(await store.exited).toEqual(ended);
  } finally {
    await holder.end();
  }
});

it('goes on finishing when it is told to end a second time', async () => {
  const { store, underWay } = await stoppingStore();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) store.kill(signal);
  expectPaid(await underWay.answer);
  expect(await store.exited).toEqual(ended);
});

it('is held up by no connection at rest, used or fresh', async () => {
  const store = await shop.startStore();
  expect((await readiness(store))?.status).toBe(200); // leaves its connection open
  const fresh = connect(store.port, '127.0.0.1');
  await once(fresh, 'connect');
  const toldAt = performance.now();
  store.kill('SIGTERM');
  expect(await store.exited).toEqual(ended);
  expect(performance.now() - toldAt).toBeLessThan(5_000);
  fresh.destroy();
});

it('ends a worker in its grace though the processor is silent, and leaves what it was at to its lease', async () => {
  const apart = await shop.startStore({ ...patient, STRIPE_API_BASE: 'http://127.0.0.1:1' });
  const shopper = new TestShopper(apart.url);
  const purchase = await shopper.fillCart({ [product]: 1 });
  expect((await shopper.pay(purchase)).error).toMatchObject({ reason: 'payment_in_doubt' });
  await shop.processor.setLatency(silentMs);
  const worker = await shop.startWorker(patient);
  await until('the worker has charged', async () => (await chargesOf(purchase.key)).length === 1);
  const toldAt = performance.now();
  worker.kill('SIGTERM');
  expect(await worker.exited).toEqual(ended);
  expect(performance.now() - toldAt).toBeLessThan(workerGraceMs);
  expect(await statesOf(purchase.key)).toEqual(['in_progress']);
  expect(await isLeased(purchase.key)).toBe(true);
});

it('ends in its grace though the processor is silent: its caller is told so, and the worker finishes with one charge', async () => {
  const store = await shop.startStore(patient);
  await shop.processor.setLatency(silentMs);
  const { shopper, purchase, answer } = await payingAt(store);
  const toldAt = performance.now();
  store.kill('SIGTERM');
  const error = { reason: 'attempt_in_progress', retry: 'same_key', retryAfterMs: 1_000 };
  expect(await answer).toMatchObject({ status: 409, error });
  expect(await store.exited).toEqual(ended);
  expect(performance.now() - toldAt).toBeLessThan(storeGraceMs);
  expect(await statesOf(purchase.key)).toEqual(['in_progress']);
  expect(await isLeased(purchase.key)).toBe(true);

  await shop.processor.setLatency(0);
  await shop.startWorker(patient);
  await until('the worker has finished', async () => (await statesOf(purchase.key))[0] === 'completed');
  expectPaid(await shopper.pay(purchase, nextStoreUrl()));
  expect(await chargesOf(purchase.key)).toMatchObject([{ requests: 2 }]);
});
