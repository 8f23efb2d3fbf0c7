import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWiredShop, type WiredShop } from '@/lab/wired-shop';
import { TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/**
 * What a purchase costs of the database, counted on the wire: it must not creep. An exchange is one round trip; the BEGIN of a
 * transaction goes with its first statement.
 */
let shop: WiredShop;
let productIds: string[];

beforeAll(async () => {
  shop = await openWiredShop({ stores: 1, workers: 0, postgres: 'shared', keeps: true });
  await shop.configureProcessor({ webhooks: { mode: 'never' } });
  productIds = Object.values(await new TestShopper(storeUrl()).products());
});
afterAll(() => shop?.stop());

const storeUrl = () => shop.storeUrls[0] ?? '';

interface Seen {
  readonly toDatabase: string[];
  readonly statements: string[];
  readonly toProcessor: number;
}

/** What the store sent from the moment that somebody asked until the attempt was recorded, which is after the answer. */
async function whileAsked(ask: () => Promise<unknown>): Promise<Seen> {
  const before = (await shop.wire.exchanges()).at(-1)?.id ?? 0;
  await ask();
  const sent = async () => (await shop.wire.exchanges(before)).filter(({ from }) => from === 'store-1');
  await until('the attempt is recorded', async () =>
    (await sent()).some(({ label, endedAt }) => label === 'INSERT attempt' && endedAt !== undefined),
  );
  const exchanges = await sent();
  const database = exchanges.filter(({ link, label }) => link === 'shop-database' && label !== 'CONNECT');
  return {
    toDatabase: database.map(({ label }) => label),
    statements: database.map(({ statement }) => statement ?? ''),
    toProcessor: exchanges.filter(({ link }) => link === 'shop-processor').length,
  };
}

it('a purchase is two transactions and six round trips to the database, and one call of the processor', async () => {
  const shopper = new TestShopper(storeUrl());
  const [one = '', two = ''] = productIds;
  await shopper.pay(await shopper.fillCart({ [one]: 1 })); // what a process reads only once
  const purchase = await shopper.fillCart({ [one]: 1, [two]: 2 });
  const { toDatabase, statements, toProcessor } = await whileAsked(() => shopper.pay(purchase));
  expect(toDatabase).toEqual([
    'INSERT idempotency_key', // and the cart with its lines
    'UPDATE product', // takes the stock; writes order, lines and payment
    'COMMIT',
    'SELECT idempotency_key FOR UPDATE', // and payment and order
    'INSERT ledger_transaction', // and its entries, the payment, the order, the job of the receipt, and the answer
    'COMMIT',
    'INSERT attempt', // after the answer, and together with all others of the moment
  ]);
  expect(statements.filter((statement) => statement.startsWith('BEGIN'))).toHaveLength(2);
  expect(toProcessor).toBe(1);
});

it('a replay is one indexed read, and no transaction', async () => {
  const shopper = new TestShopper(storeUrl());
  const purchase = await shopper.fillCart({ [productIds[0] ?? '']: 1 });
  await whileAsked(() => shopper.pay(purchase));
  const again = { ...purchase, headers: { 'x-attempt': '2' } };
  const { toDatabase, statements, toProcessor } = await whileAsked(() => shopper.pay(again));
  expect(toDatabase).toEqual(['SELECT idempotency_key', 'INSERT attempt']);
  expect(toProcessor).toBe(0);
  const [read = ''] = statements;
  const plan = await shop.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${read}`);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/^Index Scan using idempotency_key_/);
});
