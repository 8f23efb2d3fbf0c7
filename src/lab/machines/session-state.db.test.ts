import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '@/run/testbed/database';
import { testLogFolder } from '@/run/testbed/log-files';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import { type Fleet, openFleet } from './fleet';
import { FloatingAddress } from './floating-address';
import { Heard } from './listening';
import { limitRole } from './role-limits';
import { whyItNeedsItsSession } from './session-state';

// A pooler in transaction mode gives every transaction another session, so nothing that a store or a worker says may need the one
// before. Everything that happens to a purchase happens here, and what crosses to PostgreSQL is judged.

const consoleToken = 'the-console-token-of-the-tests';

let fleet: Fleet;
let shopper: TestShopper;
const pooled = new Heard();
const direct = new Heard();
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await createDatabase();
  closing.push(() => database.drop());
  const { port, username } = new URL(database.url);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  for (const statement of limitRole(decodeURIComponent(username), database.url)) await admin.query(statement);
  await admin.end();
  const open = async ({ newEar }: Heard): Promise<string> => {
    const address = await FloatingAddress.open(Number(port), newEar);
    closing.push(() => address.close());
    return address.over(database.url);
  };
  const [databaseUrl, poolerUrl] = [await open(direct), await open(pooled)];
  fleet = await openFleet({
    ...{ databaseUrl, stores: 1, workers: 1, logFolder: `${testLogFolder}/session-state` },
    env: { DATABASE_POOLER_URL: poolerUrl, CONSOLE_TOKEN: consoleToken },
  });
  closing.push(() => fleet.stop());
  shopper = new TestShopper(fleet.balancer.url);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function fillCart(card = 'pm_card_visa'): Promise<PayRequest> {
  const products = await shopper.products();
  return shopper.fillCart({ [products['bubble-wrap'] ?? '']: 1 }, card);
}

async function count(text: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await fleet.sql<{ count: number }>(`SELECT count(*)::int FROM ${text}`, values);
  return row?.count ?? 0;
}

async function buy(): Promise<void> {
  const products = await shopper.products();
  await shopper.fillCart({ [products['arcade-button'] ?? '']: 1 });
  await shopper.mutate('cart.applyPromo', { code: 'TAPTAP10' });
  const purchase = await shopper.purchase();
  const [paid] = await Promise.all([shopper.pay(purchase), shopper.pay(purchase)]);
  const { orderId } = expectOk(paid);
  await until('the receipt is written', async () => (await count('receipt')) === 1);
  await until('the processor was heard', async () => (await count('processor_event')) > 0);
  const refund = { orderId, restock: true, reason: 'requested_by_customer' };
  const headers = { authorization: `Bearer ${consoleToken}`, 'idempotency-key': randomUUID() };
  expectOk(await shopper.mutate('operator.refund', refund, headers));
}

async function beDeclined(): Promise<void> {
  const { status } = await shopper.pay(await fillCart('pm_card_visa_chargeDeclined'));
  expect(status).toBe(402);
}

/** The store dies in the middle of a purchase, and the worker finishes it. */
async function beRecovered(): Promise<void> {
  const purchase = await fillCart();
  // A message would settle it before the store can die.
  await fleet.processor.configure({ latencyMs: 1_500, webhooks: { mode: 'never' } });
  const first = shopper.pay(purchase).catch(() => undefined);
  const claimed = "payment WHERE key = $1 AND status = 'processing'";
  await until('the purchase is claimed', async () => (await count(claimed, [purchase.key])) === 1);
  const store = fleet.member('store-1');
  store.kill('SIGKILL');
  await store.exited;
  await first;
  await fleet.processor.configure({ latencyMs: 0, webhooks: { mode: 'normally' } });
  const finished = "payment WHERE key = $1 AND status = 'captured'";
  await until('the worker has finished it', async () => (await count(finished, [purchase.key])) === 1);
  await store.start();
}

/** What otherwise comes by the clock. */
async function keepHouse(): Promise<void> {
  await fleet.sql(
    "UPDATE idempotency_key SET expires_at = now() - interval '1 day' WHERE state = 'completed'",
  );
  for (const queue of ['reconcile', 'audit', 'reap']) {
    expect((await fleet.operate('jobs', 'run', queue)).code).toBe(0);
    const done = "pgboss.job WHERE name = $1 AND state = 'completed'";
    await until(`${queue} is done`, async () => (await count(done, [queue])) > 0);
  }
  expect(await fleet.audit()).toMatchObject({ code: 0 });
}

it('says nothing to PostgreSQL that needs the session of what was said before', async () => {
  await buy();
  await beDeclined();
  await beRecovered();
  await keepHouse();

  // Names of statements are for connections of one's own, and are left away where a pooler stands between.
  const ofTheirOwn = direct.statements.map((crossed) => ({ ...crossed, preparedAs: '' }));
  const judged = [...pooled.statements, ...ofTheirOwn].flatMap((crossed) =>
    whyItNeedsItsSession(crossed).map((why) => `${why}: ${crossed.text}`),
  );
  expect(judged).toEqual([]);
  const overPooler = pooled.statements.map(({ text }) => text).join('\n');
  for (const table of ['idempotency_key', 'payment', 'refund', 'ledger_entry', 'processor_event', 'receipt'])
    expect(overPooler).toContain(table);
  for (const table of ['reconciliation_run', 'attempt', 'promo']) expect(overPooler).toContain(table);
  expect(overPooler).toMatch(/DELETE FROM "?idempotency_key/);
  // A pooler refuses startup parameters that it cannot keep for each client, as the limits are.
  expect(pooled.startups.flat()).not.toContain('options');
  expect(pooled.startups.length).toBeGreaterThan(1);
  expect(direct.startups.flat()).toContain('options');
});
