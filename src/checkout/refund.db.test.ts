import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Guarantees of refunds, on two production stores, a real PostgreSQL and a real processor. */
const consoleToken = 'the-console-token-of-the-tests';
const asOperator = { authorization: `Bearer ${consoleToken}` };

let shop: TestShop;
let stripe: Stripe;
let bell: string;

beforeAll(async () => {
  shop = await openShop(2, { CONSOLE_TOKEN: consoleToken });
  const { hostname: host, port } = new URL(shop.processor.url);
  stripe = new Stripe('sk_test_demo', { host, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
  bell = (await new TestShopper(urlOf(0)).products())['hotel-bell'] ?? '';
});
afterAll(() => shop?.stop());
beforeEach(() => shop.processor.setLatency(0));

function urlOf(index: number): string {
  return shop.stores[index % shop.stores.length]?.url ?? '';
}

interface Paid {
  readonly shopper: TestShopper;
  readonly orderId: string;
  /** Minor units. */
  readonly total: number;
}

/** An order of two bells, paid. */
async function buy(): Promise<Paid> {
  const shopper = new TestShopper(urlOf(0));
  const { orderId } = expectOk(await shopper.pay(await shopper.fillCart({ [bell]: 2 })));
  const [order] = await shop.sql<{ total: number }>('SELECT total FROM "order" WHERE id = $1', [orderId]);
  return { shopper, orderId: String(orderId), total: order?.total ?? 0 };
}

interface Wanted {
  readonly orderId: string;
  /** Minor units; absent: all that is left. */
  readonly amount?: number;
  readonly restock?: boolean;
}

function refund(
  { orderId, amount, restock = false }: Wanted,
  key: string = randomUUID(),
  storeUrl = urlOf(0),
  headers: Record<string, string> = asOperator,
): Promise<ApiAnswer> {
  const input = {
    orderId,
    ...(amount === undefined ? {} : { amount: { amount, currency: 'USD' } }),
    reason: 'requested_by_customer',
    restock,
  };
  return new TestShopper(storeUrl).mutate('operator.refund', input, { ...headers, 'idempotency-key': key });
}

/** The processor's own word on what went back for an order, newest first. */
async function refundsThere(orderId: string): Promise<Stripe.Refund[]> {
  const [payment] = await shop.sql<{ charge_id: string }>(
    'SELECT charge_id FROM payment WHERE order_id = $1',
    [orderId],
  );
  return (await stripe.refunds.list({ charge: payment?.charge_id ?? '', limit: 100 })).data;
}

async function state(orderId: string): Promise<Record<string, unknown>> {
  const [row] = await shop.sql(
    `SELECT "order".status AS order, payment.status AS payment, payment.refunded_amount AS reserved
     FROM "order" JOIN payment ON payment.order_id = "order".id WHERE "order".id = $1`,
    [orderId],
  );
  return row ?? {};
}

async function stock(): Promise<number> {
  const [row] = await shop.sql<{ stock: number }>('SELECT stock FROM product WHERE id = $1', [bell]);
  return row?.stock ?? 0;
}

/** What the ledger says went back for an order, in minor units. */
async function booked(orderId: string): Promise<number> {
  const [row] = await shop.sql<{ sum: number }>(
    `SELECT coalesce(sum(amount), 0)::int AS sum FROM ledger_entry entry
     JOIN ledger_transaction posted ON posted.id = entry.transaction_id
     WHERE posted.order_id = $1 AND entry.account_code = 'refunds'`,
    [orderId],
  );
  return row?.sum ?? 0;
}

describe('a refund', () => {
  it('gives all of it back, and the shopper sees it', async () => {
    const { shopper, orderId, total } = await buy();
    const before = await stock();
    const answer = expectOk(await refund({ orderId }));
    expect(answer).toMatchObject({
      orderId,
      status: 'succeeded',
      amount: { amount: total, currency: 'USD' },
      processorRefundId: expect.stringMatching(/^re_/),
    });
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'refunded', reserved: total });
    expect(expectOk(await shopper.query('orders.get', { orderId })).refunded).toEqual({
      amount: total,
      currency: 'USD',
    });
    expect((await refundsThere(orderId)).map(({ id, amount }) => [id, amount])).toEqual([
      [answer.processorRefundId, total],
    ]);
    expect(await booked(orderId)).toBe(total);
    expect(await stock()).toBe(before);
  });

  it('gives a part back, then the rest; the order is refunded only then', async () => {
    const { shopper, orderId, total } = await buy();
    expectOk(await refund({ orderId, amount: 100 }));
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'partially_refunded', reserved: 100 });
    expect(expectOk(await shopper.query('orders.get', { orderId })).refunded).toMatchObject({ amount: 100 });
    expectOk(await refund({ orderId }));
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'refunded', reserved: total });
    expect((await refundsThere(orderId)).map(({ amount }) => amount)).toEqual([total - 100, 100]);
    expect(await booked(orderId)).toBe(total);
  });

  it('puts the units back only when the operator says so, and only with all that is left', async () => {
    const { orderId } = await buy();
    const before = await stock();
    const partial = await refund({ orderId, amount: 100, restock: true });
    expect([partial.status, partial.error?.reason, partial.error?.retry]).toEqual([
      409,
      'restock_refused',
      'new_key',
    ]);
    expectOk(await refund({ orderId, amount: 100 }));
    expect(await stock()).toBe(before);
    expectOk(await refund({ orderId, restock: true }));
    expect(await stock()).toBe(before + 2);
  });

  it('never gives back more than was captured, when ten arrive at once on two stores', async () => {
    const { orderId, total } = await buy();
    const amount = Math.floor(total / 3);
    const payment = { select: 'SELECT 1 FROM payment WHERE order_id = $1 FOR UPDATE', values: [orderId] };
    const answers = await shop.race(payment, 10, () =>
      Array.from({ length: 10 }, (_, n) => refund({ orderId, amount }, randomUUID(), urlOf(n))),
    );
    const tally = (reason: unknown): number => answers.filter(({ error }) => error?.reason === reason).length;
    const refused = tally('refund_does_not_fit') + tally('not_refundable');
    expect([tally(undefined), refused]).toEqual([3, 7]);
    const there = await refundsThere(orderId);
    expect(there.map((one) => one.amount)).toEqual([amount, amount, amount]);
    expect(await state(orderId)).toMatchObject({ reserved: 3 * amount });
    expect(await booked(orderId)).toBe(3 * amount);
  });

  it('is refused above what is left, with what is left, and the refusal is repeated', async () => {
    const { orderId, total } = await buy();
    const key = randomUUID();
    const first = await refund({ orderId, amount: total + 1 }, key);
    expect([first.status, first.error?.reason, first.error?.refundable]).toEqual([
      409,
      'refund_does_not_fit',
      { amount: total, currency: 'USD' },
    ]);
    expect((await refund({ orderId, amount: total + 1 }, key, urlOf(1))).text).toBe(first.text);
    expect(await refundsThere(orderId)).toEqual([]);
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'captured', reserved: 0 });
  });

  it('is refused for an order that was never charged', async () => {
    const shopper = new TestShopper(urlOf(0));
    const declined = await shopper.pay(await shopper.fillCart({ [bell]: 1 }, 'pm_card_visa_chargeDeclined'));
    const orderId = String(declined.error?.orderId);
    const answer = await refund({ orderId });
    expect([answer.status, answer.error?.reason]).toEqual([409, 'not_refundable']);
    expect((await refund({ orderId: randomUUID() })).status).toBe(404);
  });

  it('that the processor refuses has failed, and its amount is free again', async () => {
    const { orderId, total } = await buy();
    const [payment] = await shop.sql<{ charge_id: string }>(
      'SELECT charge_id FROM payment WHERE order_id = $1',
      [orderId],
    );
    await stripe.refunds.create({ charge: payment?.charge_id ?? '', amount: total - 1 });
    const key = randomUUID();
    const first = await refund({ orderId }, key);
    expect([first.status, first.error?.reason, first.error?.retry]).toEqual([
      409,
      'refund_failed',
      'new_key',
    ]);
    expect((await refund({ orderId }, key, urlOf(1))).text).toBe(first.text);
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'captured', reserved: 0 });
    expect(await booked(orderId)).toBe(0);
  });
});

describe('one key', () => {
  it('makes one refund for 10 identical calls on two stores, and answers all of them with the same bytes', async () => {
    const { orderId } = await buy();
    await shop.processor.setLatency(300);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => refund({ orderId, amount: 100 }, key, urlOf(n))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const later = await refund({ orderId, amount: 100 }, key, urlOf(1));
    expect([later.text, later.headers.get('idempotent-replayed')]).toEqual([answers[0]?.text, 'true']);
    expect(await refundsThere(orderId)).toHaveLength(1);
    expect(await state(orderId)).toMatchObject({ reserved: 100 });
  });

  it('is refused with another body, and makes no second refund', async () => {
    const { orderId } = await buy();
    const key = randomUUID();
    expectOk(await refund({ orderId, amount: 100 }, key));
    const other = await refund({ orderId, amount: 101 }, key, urlOf(1));
    expect([other.status, other.error?.reason]).toEqual([422, 'idempotency_key_reused']);
    expect(await refundsThere(orderId)).toHaveLength(1);
  });

  it('tells its refund again, and makes none, when it comes back after its claim was reaped', async () => {
    const { orderId } = await buy();
    const key = randomUUID();
    const first = await refund({ orderId, amount: 100 }, key);
    await shop.sql("DELETE FROM idempotency_key WHERE operation = 'orders.refund' AND key = $1", [key]);
    expect((await refund({ orderId, amount: 100 }, key)).text).toBe(first.text);
    expect(await refundsThere(orderId)).toHaveLength(1);
    expect(await state(orderId)).toMatchObject({ reserved: 100 });
  });

  it('calls a silent processor in doubt, keeps the amount reserved, and finds the one refund', async () => {
    const { shopper, orderId, total } = await buy();
    const hasty = await shop.startStore({ PROCESSOR_TIMEOUT_MS: '1000' });
    const key = randomUUID();
    await shop.processor.setLatency(2_500);
    const doubtful = await refund({ orderId }, key, hasty.url);
    expect([doubtful.status, doubtful.error?.reason, doubtful.error?.retry]).toEqual([
      503,
      'refund_in_doubt',
      'same_key',
    ]);
    expect(await shop.sql('SELECT status FROM refund WHERE key = $1', [key])).toEqual([
      { status: 'in_doubt' },
    ]);
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'captured', reserved: total });
    expect(expectOk(await shopper.query('orders.get', { orderId })).refunded).toMatchObject({ amount: 0 });
    expect((await refund({ orderId, amount: 1 })).error?.reason).toBe('not_refundable');

    await shop.processor.setLatency(0);
    await until(
      'the processor has ended its first answer',
      async () => (await refund({ orderId }, key, hasty.url)).status === 200,
    );
    expect(await refundsThere(orderId)).toHaveLength(1);
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'refunded', reserved: total });
    expect(await booked(orderId)).toBe(total);
  });
});

describe('an operator', () => {
  it('has the console token; a session, a wrong token or none is 401, and nothing happens', async () => {
    const { shopper, orderId } = await buy();
    const input = { orderId, reason: 'requested_by_customer' };
    const key = { 'idempotency-key': randomUUID() };
    const calls = [
      await shopper.mutate('operator.refund', input, key),
      await refund({ orderId }, randomUUID(), urlOf(0), { authorization: 'Bearer wrong' }),
      await refund({ orderId }, randomUUID(), urlOf(0), { authorization: consoleToken }),
      await shopper.mutate('operator.fulfil', { orderId, version: 2 }),
      await shopper.query('operator.order', { orderId }),
    ];
    expect(calls.map(({ status, error }) => [status, error?.reason])).toEqual(
      Array(5).fill([401, 'unauthenticated']),
    );
    expect(calls[0]?.headers.get('www-authenticate')).toBe('Bearer');
    expect(await refundsThere(orderId)).toEqual([]);
  });

  it('cannot act through a batch', async () => {
    const { orderId } = await buy();
    const response = await fetch(`${urlOf(0)}/api/trpc/operator.refund?batch=1`, {
      method: 'POST',
      body: JSON.stringify({ 0: { orderId, reason: 'duplicate' } }),
      headers: { ...asOperator, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    });
    expect(response.status).toBe(400);
    expect(await refundsThere(orderId)).toEqual([]);
  });

  it('needs a key for a refund', async () => {
    const { orderId } = await buy();
    const answer = await new TestShopper(urlOf(0)).mutate(
      'operator.refund',
      { orderId, reason: 'duplicate' },
      asOperator,
    );
    expect([answer.status, answer.error?.reason]).toEqual([400, 'idempotency_key_missing']);
  });

  it('finds everything about an order, by its id and by its number', async () => {
    const { orderId, total } = await buy();
    expectOk(await refund({ orderId, amount: 100 }));
    const read = async (input: object): Promise<Record<string, unknown>> => {
      const search = encodeURIComponent(JSON.stringify(input));
      const response = await fetch(`${urlOf(1)}/api/trpc/operator.order?input=${search}`, {
        headers: asOperator,
      });
      const body: { result: { data: Record<string, unknown> } } = await response.json();
      return body.result.data;
    };
    const byId = await read({ orderId });
    expect(byId).toMatchObject({
      orderId,
      refunded: { amount: 100 },
      refundable: { amount: total - 100, currency: 'USD' },
      refunds: [{ status: 'succeeded', scope: 'operator', amount: { amount: 100 } }],
    });
    expect(byId.ledger).toContainEqual(expect.objectContaining({ kind: 'refund' }));
    // Attempts are recorded after their answers.
    const { orderNumber } = byId;
    const areEqual = async () => isDeepStrictEqual(await read({ orderNumber }), await read({ orderId }));
    await expect.poll(areEqual).toBe(true);
  });
});
