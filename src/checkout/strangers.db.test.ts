import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSettings } from '@/run/testbed/settings';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { appRouter } from '@/trpc/router';
import { orderToken } from './order-link';

/** I12: what is one shopper's, another can neither read nor change, whichever procedure they call (OWASP API1:2023). */
let shop: TestShop;
let ada: TestShopper;
let eve: TestShopper;
let product: string;
/** What the others buy, so that what is left of Ada's things stays the same. */
let another: string;
/** Ada's: a purchase that was paid, its order, and the cart that she has filled since. */
let bought: PayRequest;
let orderId: string;
let cartId: unknown;
let shopperId: string;

beforeAll(async () => {
  shop = await openShop(1, { CONSOLE_TOKEN: 'the-console-token-of-this-test' });
  useSettings({ DATABASE_URL: shop.databaseUrl });
  ada = newcomer();
  eve = newcomer();
  ({ 'arcade-button': product = '', 'hotel-bell': another = '' } = await ada.products());
  bought = await ada.fillCart({ [product]: 1 });
  orderId = String(expectOk(await ada.pay(bought)).orderId);
  await ada.fillCart({ [product]: 3 });
  cartId = expectOk(await ada.query('cart.get')).id;
  const [order] = await shop.sql<{ shopper_id: string }>('SELECT shopper_id FROM "order" WHERE id = $1', [
    orderId,
  ]);
  shopperId = order?.shopper_id ?? '';
});
afterAll(() => shop?.stop());

function newcomer(): TestShopper {
  return new TestShopper(shop.stores[0]?.url ?? '');
}

/** Everything that Ada sees. */
async function adas(): Promise<unknown> {
  const [cart, orders, order, answer] = [
    await ada.query('cart.get'),
    await ada.query('orders.list'),
    await ada.query('orders.get', { orderId }),
    await ada.pay(bought),
  ];
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  // Every replay is one more request of the purchase, and she is told their number.
  const { requests: _requests, ...told } = expectOk(order);
  return [cart.text, orders.text, told, answer.text];
}

function expectNothingOfAdas(text: string): void {
  for (const id of [orderId, cartId, bought.key, 'ada@example.com', 'Bell St'])
    expect(text).not.toContain(id);
}

/** An answer without what names the call itself. */
async function refusal(path: string, input: unknown, isMutation = false): Promise<unknown> {
  const { status, error, text } = await (isMutation ? eve.mutate(path, input) : eve.query(path, input));
  expectNothingOfAdas(text);
  return [status, error?.reason];
}

/** A procedure for operators tells a shopper nothing, whatever token they guess. */
async function expectForOperators(path: string, input?: unknown, isMutation = false): Promise<void> {
  expect(await refusal(path, input, isMutation)).toEqual([401, 'unauthenticated']);
}

/** What Eve tries with each procedure. */
const trials: Record<string, () => Promise<void>> = {
  'catalog.list': async () => {
    const [told, toldAda] = [await eve.query('catalog.list'), await ada.query('catalog.list')];
    expect(told.text).toBe(toldAda.text);
  },

  'cart.get': async () => {
    const { text, data } = await eve.query('cart.get', { cartId, shopperId: randomUUID() });
    expectNothingOfAdas(text);
    expect(data?.lines).toEqual([]);
  },
  'cart.setItem': async () => {
    const { text } = await eve.mutate('cart.setItem', { cartId, productId: product, quantity: 0 });
    expectNothingOfAdas(text);
  },
  'cart.setCurrency': async () => {
    const { text } = await eve.mutate('cart.setCurrency', { cartId, currency: 'EUR' });
    expectNothingOfAdas(text);
    expectOk(await eve.mutate('cart.setCurrency', { currency: 'USD' }));
  },
  'cart.applyPromo': async () => {
    const { text } = await eve.mutate('cart.applyPromo', { cartId, code: null });
    expectNothingOfAdas(text);
  },

  'checkout.quote': async () => {
    expect(await refusal('checkout.quote', { cartId })).toEqual([404, 'not_found']);
  },
  'checkout.pay': async () => {
    const stolen = await eve.pay({ ...bought, key: randomUUID() });
    expect([stolen.status, stolen.error?.reason]).toEqual([404, 'not_found']);
    // The very same request: the key is Eve's own, and it is not answered with what Ada was told.
    const copied = await eve.pay(bought);
    expect([copied.status, copied.error?.reason]).toEqual([404, 'not_found']);
    const own = await eve.fillCart({ [another]: 2 });
    const paid = await eve.pay({ ...own, key: bought.key });
    expect(paid.headers.get('idempotent-replayed')).toBeNull();
    expect(expectOk(paid).status).toBe('paid');
    expect(paid.data?.orderId).not.toBe(orderId);
    const { charges } = await shop.processor.books();
    expect(charges.filter(({ metadata }) => metadata.key === bought.key)).toHaveLength(2);
  },
  'checkout.close': async () => {
    const stranger = newcomer();
    const unused = expectOk(await stranger.mutate('checkout.close', { key: randomUUID() }));
    expect(expectOk(await stranger.mutate('checkout.close', { key: bought.key }))).toEqual(unused);
    const withCart = await stranger.mutate('checkout.close', {
      key: bought.key,
      cartId: bought.input.cartId,
    });
    expect(expectOk(withCart)).toEqual({ outcome: 'unresolved' });
    // Nor does it use up a key that its owner has not sent yet.
    const friend = newcomer();
    const purchase = await friend.fillCart({ [another]: 1 });
    expectOk(await stranger.mutate('checkout.close', { key: purchase.key }));
    expect(expectOk(await friend.pay(purchase)).status).toBe('paid');
  },

  'orders.get': async () => {
    const unknown = await refusal('orders.get', { orderId: randomUUID() });
    expect(unknown).toEqual([404, 'not_found']);
    const ownOrder = expectOk(await eve.pay(await eve.fillCart({ [another]: 1 }))).orderId;
    for (const token of [undefined, '', 'x', orderToken(String(ownOrder)), `${orderToken(orderId)}x`]) {
      expect(await refusal('orders.get', { orderId, token })).toEqual(unknown);
    }
    expect(await refusal('orders.get', { orderId, token: 'x'.repeat(101) })).toEqual([400, 'invalid_input']);
    // Whoever has the link may read that order, as the shopper has given it away; it opens nothing else.
    const linked = await eve.query('orders.get', { orderId, token: orderToken(orderId) });
    expect(expectOk(linked).orderId).toBe(orderId);
    expect((await eve.query('orders.list')).text).not.toContain(orderId);
  },
  'orders.list': async () => {
    expectNothingOfAdas((await eve.query('orders.list', { shopperId: randomUUID() })).text);
  },

  'operator.search': () => expectForOperators('operator.search', { text: bought.key }),
  'operator.key': () =>
    expectForOperators('operator.key', { scope: shopperId, operation: 'checkout.pay', key: bought.key }),
  'operator.order': () => expectForOperators('operator.order', { orderId }),
  'operator.doubts': () => expectForOperators('operator.doubts'),
  'operator.payments': () => expectForOperators('operator.payments', {}),
  'operator.trialBalance': () => expectForOperators('operator.trialBalance'),
  'operator.transactions': () => expectForOperators('operator.transactions', {}),
  'operator.reconciliations': () => expectForOperators('operator.reconciliations', {}),
  'operator.reconciliation': () => expectForOperators('operator.reconciliation', { runId: randomUUID() }),
  'operator.jobs': () => expectForOperators('operator.jobs'),
  'operator.audits': () => expectForOperators('operator.audits'),
  'operator.actions': () => expectForOperators('operator.actions', {}),

  'operator.fulfil': async () => {
    const input = { orderId, version: 2 };
    expect(await refusal('operator.fulfil', input, true)).toEqual([401, 'unauthenticated']);
    const guessed = { authorization: 'Bearer the-console-token-of-this-tesT' };
    expect((await eve.mutate('operator.fulfil', input, guessed)).status).toBe(401);
  },
  'operator.refund': async () => {
    const input = { orderId, reason: 'requested_by_customer' };
    const keyed = { 'idempotency-key': bought.key };
    expect((await eve.mutate('operator.refund', input, keyed)).error?.reason).toBe('unauthenticated');
  },
  'operator.askProcessor': () => {
    const input = { scope: shopperId, operation: 'checkout.pay', key: bought.key };
    return expectForOperators('operator.askProcessor', input, true);
  },
  'operator.redrive': () => expectForOperators('operator.redrive', { queue: 'receipt' }, true),
  'operator.runNow': () => expectForOperators('operator.runNow', { queue: 'audit' }, true),
};

describe('another shopper', () => {
  it('is tried with every procedure that there is', () => {
    expect(Object.keys(trials).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  it.each(Object.keys(trials))('reads and changes nothing of the first with %s', async (path) => {
    const before = await adas();
    await trials[path]?.();
    expect(await adas()).toEqual(before);
  });

  it('is not told more in a batch', async () => {
    const calls = 'cart.get,orders.list,orders.get,checkout.quote';
    const { text, status } = await eve.query(
      `${calls}?batch=1&input=${encodeURIComponent(JSON.stringify({ 2: { orderId }, 3: { cartId } }))}`,
    );
    expectNothingOfAdas(text);
    expect(status).toBe(207);
  });
});
