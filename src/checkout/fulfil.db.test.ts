import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContestedRow, openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Guarantees of shipping, on two production stores and a real PostgreSQL. */
const consoleToken = 'the-console-token-of-the-tests';
const asOperator = { authorization: `Bearer ${consoleToken}` };

let shop: TestShop;
let bell: string;

beforeAll(async () => {
  shop = await openShop(2, { CONSOLE_TOKEN: consoleToken });
  bell = (await new TestShopper(urlOf(0)).products())['hotel-bell'] ?? '';
});
afterAll(() => shop?.stop());

function urlOf(index: number): string {
  return shop.stores[index % shop.stores.length]?.url ?? '';
}

async function buy(): Promise<{ orderId: string; version: number }> {
  const shopper = new TestShopper(urlOf(0));
  const { orderId } = expectOk(await shopper.pay(await shopper.fillCart({ [bell]: 1 })));
  const { version } = expectOk(await shopper.query('orders.get', { orderId }));
  return { orderId: String(orderId), version: Number(version) };
}

function fulfil(orderId: string, ifMatch: string, storeUrl = urlOf(0)): Promise<ApiAnswer> {
  return new TestShopper(storeUrl).mutate(
    'operator.fulfil',
    { orderId },
    { ...asOperator, 'if-match': ifMatch },
  );
}

function refund(orderId: string, restock: boolean): Promise<ApiAnswer> {
  const input = { orderId, reason: 'requested_by_customer', restock };
  const headers = { ...asOperator, 'idempotency-key': randomUUID() };
  return new TestShopper(urlOf(1)).mutate('operator.refund', input, headers);
}

function rowOf(orderId: string): ContestedRow {
  return { select: 'SELECT 1 FROM "order" WHERE id = $1 FOR UPDATE', values: [orderId] };
}

async function order(orderId: string): Promise<Record<string, unknown>> {
  const [row] = await shop.sql('SELECT status, version FROM "order" WHERE id = $1', [orderId]);
  return row ?? {};
}

it('ships once when two operators do it at once; the other is told that it is already done', async () => {
  const { orderId, version } = await buy();
  const answers = await shop.race(rowOf(orderId), 2, () => [
    fulfil(orderId, `"${version}"`),
    fulfil(orderId, `"${version}"`, urlOf(1)),
  ]);
  expect(answers.map((answer) => expectOk(answer).outcome).sort()).toEqual(['already_done', 'done']);
  expect(answers.map((answer) => expectOk(answer).version)).toEqual([version + 1, version + 1]);
  expect(await order(orderId)).toEqual({ status: 'fulfilled', version: version + 1 });
});

it('notes when it was shipped, which neither a repeat nor a refund changes', async () => {
  const shopper = new TestShopper(urlOf(0));
  const orderId = String(expectOk(await shopper.pay(await shopper.fillCart({ [bell]: 1 }))).orderId);
  const look = async () => expectOk(await shopper.query('orders.get', { orderId }));
  const paid = await look();
  expect(paid.fulfilledAt).toBeNull();

  const ifMatch = `"${paid.version}"`;
  expect(expectOk(await fulfil(orderId, ifMatch)).outcome).toBe('done');
  const { fulfilledAt } = await look();
  expect(Date.parse(String(fulfilledAt))).toBeGreaterThanOrEqual(Date.parse(String(paid.paidAt)));

  expect(expectOk(await fulfil(orderId, ifMatch)).outcome).toBe('already_done');
  expectOk(await refund(orderId, false));
  expect(await look()).toMatchObject({ status: 'refunded', fulfilledAt });
});

it('takes the version from the input too, and repeats safely', async () => {
  const { orderId, version } = await buy();
  const send = () => new TestShopper(urlOf(0)).mutate('operator.fulfil', { orderId, version }, asOperator);
  expect(expectOk(await send())).toMatchObject({ status: 'fulfilled', outcome: 'done' });
  expect(expectOk(await send())).toMatchObject({ status: 'fulfilled', outcome: 'already_done' });
});

it('refuses a stale version, and says which one is there', async () => {
  const { orderId, version } = await buy();
  const stale = await fulfil(orderId, `"${version - 1}"`);
  expect([stale.status, stale.error?.reason, stale.error?.retry]).toEqual([412, 'version_conflict', 'never']);
  expect(stale.error).toMatchObject({ version, status: 'paid' });
  expect(await order(orderId)).toEqual({ status: 'paid', version });
});

it('wants one version, said once', async () => {
  const { orderId, version } = await buy();
  const operator = new TestShopper(urlOf(0));
  const unclear = [
    await operator.mutate('operator.fulfil', { orderId }, asOperator),
    await fulfil(orderId, '*'),
    await fulfil(orderId, `"${version}", "1"`),
    await operator.mutate(
      'operator.fulfil',
      { orderId, version: version + 1 },
      { ...asOperator, 'if-match': `"${version}"` },
    ),
  ];
  expect(unclear.map(({ status, error }) => [status, error?.reason])).toEqual(
    Array(4).fill([400, 'invalid_input']),
  );
  expect(await order(orderId)).toEqual({ status: 'paid', version });
});

it('does not ship what was never paid', async () => {
  const shopper = new TestShopper(urlOf(0));
  const declined = await shopper.pay(await shopper.fillCart({ [bell]: 1 }, 'pm_card_visa_chargeDeclined'));
  const orderId = String(declined.error?.orderId);
  const { version } = await order(orderId);
  const answer = await fulfil(orderId, `"${version}"`);
  expect([answer.status, answer.error?.reason]).toEqual([409, 'not_fulfillable']);
  expect((await fulfil(randomUUID(), '"1"')).status).toBe(404);
});

it('meets a refund: who waited for it does not ship what is going back', async () => {
  const { orderId, version } = await buy();
  await shop.processor.setLatency(1_500);
  const refunding = refund(orderId, true);
  await until(
    'the refund has begun',
    async () => (await shop.sql("SELECT 1 FROM refund WHERE status = 'requested'")).length === 1,
  );
  const bySight = await fulfil(orderId, `"${version}"`);
  expect([bySight.status, bySight.error?.reason]).toEqual([412, 'version_conflict']);
  const byPresentVersion = await fulfil(orderId, `"${bySight.error?.version}"`);
  expect([byPresentVersion.status, byPresentVersion.error?.reason]).toEqual([409, 'not_fulfillable']);
  await shop.processor.setLatency(0);
  expectOk(await refunding);
  expect(await order(orderId)).toMatchObject({ status: 'refunded' });
});

it('races with a refund: both wait for the order, and one order of things comes out', async () => {
  const { orderId, version } = await buy();
  const [shipped, refunded] = await shop.race(rowOf(orderId), 2, () => [
    fulfil(orderId, `"${version}"`),
    refund(orderId, false),
  ]);
  expect(refunded?.data?.status).toBe('succeeded');
  expect([200, 412]).toContain(shipped?.status);
  expect(await order(orderId)).toMatchObject({ status: 'refunded' });
});
