import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Guarantees of the flow, on two production stores, a real PostgreSQL and a real processor. */
let shop: TestShop;
let products: Record<string, string>;

beforeAll(async () => {
  shop = await openShop(2);
  products = await new TestShopper(urlOf(0)).products();
});
afterAll(() => shop?.stop());
beforeEach(() => shop.processor.setLatency(0));

function urlOf(index: number): string {
  const store = shop.stores[index % shop.stores.length];
  if (!store) throw new Error('the shop has no stores');
  return store.url;
}

function product(slug: string): string {
  const id = products[slug];
  if (!id) throw new Error(`there is no product ${slug}`);
  return id;
}

/** The processor's own word on what one purchase was charged. */
async function charges(key: string): Promise<number> {
  const { charges: all } = await shop.processor.books();
  return all.filter(({ status, metadata }) => status === 'captured' && metadata.key === key).length;
}

async function count(table: string, where: string, ...values: unknown[]): Promise<number> {
  const [row] = await shop.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${where}`,
    values,
  );
  return row?.count ?? 0;
}

/** Proof that calls ran together: the last one was sent before the first one was answered. */
function expectOverlap(answers: readonly ApiAnswer[]): void {
  expect(Math.max(...answers.map(({ sentAt }) => sentAt))).toBeLessThan(
    Math.min(...answers.map(({ answeredAt }) => answeredAt)),
  );
}

describe('one key', () => {
  it('charges once for 20 identical calls on two stores, and names one order in all 20 answers', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 2 });
    await shop.processor.setLatency(400);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => shopper.pay(purchase, urlOf(n))));
    expectOverlap(answers);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await charges(purchase.key)).toBe(1);
    expect(await count('"order"', 'cart_id = $1', purchase.input.cartId)).toBe(1);
  });

  it('repeats a success byte for byte, on every store', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const first = await shopper.pay(purchase);
    const second = await shopper.pay(purchase, urlOf(1));
    const quoted = await shopper.pay({ ...purchase, key: `"${purchase.key}"` });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(quoted.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(Date.parse(second.headers.get('idempotency-expires') ?? '')).toBeGreaterThan(Date.now());
  });

  it('repeats a decline byte for byte, gives everything back, and lets another card buy once', async () => {
    const shopper = new TestShopper(urlOf(0));
    const [before] = await shop.sql('SELECT stock FROM product WHERE id = $1', [product('hotel-bell')]);
    const declined = await shopper.fillCart(
      { [product('hotel-bell')]: 3 },
      'pm_card_visa_chargeDeclinedInsufficientFunds',
    );
    const first = await shopper.pay(declined);
    const second = await shopper.pay(declined, urlOf(1));
    expect([first.status, first.error?.reason, first.error?.declineCode]).toEqual([
      402,
      'card_declined',
      'insufficient_funds',
    ]);
    expect([second.status, second.text]).toEqual([402, first.text]);
    expect(await shop.sql('SELECT stock FROM product WHERE id = $1', [product('hotel-bell')])).toEqual([
      before,
    ]);

    const again = await shopper.purchase();
    expect(again.input.cartId).toBe(declined.input.cartId);
    expect(expectOk(await shopper.pay(again)).status).toBe('paid');
    expect(await charges(again.key)).toBe(1);
    expect(await charges(declined.key)).toBe(0);
  });

  it('is refused with another body, also while the first is running, and writes nothing', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    await shop.processor.setLatency(1_500);
    const other = { ...purchase, input: { ...purchase.input, email: 'eve@example.com' } };
    const running = shopper.pay(purchase);
    await until(
      'the first attempt has its claim',
      async () => (await count('idempotency_key', 'key = $1', purchase.key)) === 1,
    );
    const mismatches = await Promise.all([shopper.pay(other), shopper.pay(other, urlOf(1))]);
    const first = await running;
    for (const mismatch of mismatches) {
      expect([mismatch.status, mismatch.error?.reason]).toEqual([422, 'idempotency_key_reused']);
      expect(mismatch.answeredAt).toBeLessThan(first.answeredAt);
    }
    expect(first.status).toBe(200);
    expect((await shopper.pay(other)).status).toBe(422);
    expect(await count('"order"', 'cart_id = $1', purchase.input.cartId)).toBe(1);
    expect(await charges(purchase.key)).toBe(1);
  });

  it('of another shopper is another key: each buys their own things', async () => {
    const [ada, eve] = [new TestShopper(urlOf(0)), new TestShopper(urlOf(1))];
    const hers = await ada.fillCart({ [product('arcade-button')]: 1 });
    const theirs = { ...(await eve.fillCart({ [product('hotel-bell')]: 1 })), key: hers.key };
    const [first, second] = [expectOk(await ada.pay(hers)), expectOk(await eve.pay(theirs))];
    expect(first.orderId).not.toBe(second.orderId);
    expect(await charges(hers.key)).toBe(2);
    expect((await eve.query('orders.get', { orderId: first.orderId })).status).toBe(404);
  });

  it('answers attempt_in_progress just before the caller gives up, and the work goes on', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    await shop.processor.setLatency(2_000);
    const early = await shopper.pay({ ...purchase, headers: { 'x-timeout-ms': '1000' } });
    expect([early.status, early.error?.reason, early.error?.retry]).toEqual([
      409,
      'attempt_in_progress',
      'same_key',
    ]);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(early.answeredAt - early.sentAt).toBeLessThan(1_000);
    expect(expectOk(await shopper.pay({ ...purchase, headers: { 'x-attempt': '2' } }, urlOf(1))).status).toBe(
      'paid',
    );
    expect(await charges(purchase.key)).toBe(1);
  });

  it('may have 255 characters', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    expect(expectOk(await shopper.pay({ ...purchase, key: 'k'.repeat(255) })).status).toBe('paid');
  });

  it('claims nothing when too little time is left', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const late = await shopper.pay({ ...purchase, headers: { 'x-timeout-ms': '499' } });
    expect([late.status, late.error?.reason]).toEqual([504, 'deadline_exceeded']);
    expect(await count('idempotency_key', 'key = $1', purchase.key)).toBe(0);
  });
});

describe('a stored refusal', () => {
  it('meets a delayed twin too, also when the stock has come back', async () => {
    const shopper = new TestShopper(urlOf(0));
    const id = product('shutter-release');
    const purchase = await shopper.fillCart({ [id]: 2 });
    await shop.sql('UPDATE product SET stock = 1 WHERE id = $1', [id]);
    const first = await shopper.pay(purchase);
    expect([first.status, first.error?.reason, first.error?.retry]).toEqual([409, 'out_of_stock', 'new_key']);
    expect(first.error?.lines).toEqual([
      { productId: id, name: expect.any(String), quantity: 2, available: 1 },
    ]);
    await shop.sql('UPDATE product SET stock = 50 WHERE id = $1', [id]);
    const twin = await shopper.pay(purchase, urlOf(1));
    expect([twin.status, twin.text]).toEqual([409, first.text]);
    expect(await charges(purchase.key)).toBe(0);
    expect(expectOk(await shopper.pay(await shopper.purchase())).status).toBe('paid');
  });

  it('is the answer for a purchase that was closed before it arrived', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    expect(expectOk(await shopper.mutate('checkout.close', { key: purchase.key }))).toEqual({
      outcome: 'not_made',
    });
    const late = await shopper.pay(purchase, urlOf(1));
    expect([late.status, late.error?.reason, late.error?.retry]).toEqual([
      402,
      'payment_not_made',
      'new_key',
    ]);
    expect(await charges(purchase.key)).toBe(0);
    expect(expectOk(await shopper.pay(await shopper.purchase())).status).toBe('paid');
  });

  it('tells a closing shopper what the purchase came to', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const { orderId } = expectOk(await shopper.pay(purchase));
    expect(expectOk(await shopper.mutate('checkout.close', { key: purchase.key }))).toEqual({
      outcome: 'paid',
      orderId,
    });
  });
});

describe('closing', () => {
  it('tells of a purchase that was paid so long ago that its key is gone', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const { orderId } = expectOk(await shopper.pay(purchase));
    await shop.sql('DELETE FROM idempotency_key WHERE key = $1', [purchase.key]);
    expect(expectOk(await shopper.mutate('checkout.close', { key: purchase.key }))).toEqual({
      outcome: 'paid',
      orderId,
    });
    expect(await count('idempotency_key', 'key = $1', purchase.key)).toBe(0);
  });

  it('says nothing of a purchase whose cart belongs to another shopper', async () => {
    const [ada, afterRotation] = [new TestShopper(urlOf(0)), new TestShopper(urlOf(0))];
    const purchase = await ada.fillCart({ [product('arcade-button')]: 1 });
    expectOk(await ada.pay(purchase));
    const { cartId } = purchase.input;
    const closed = await afterRotation.mutate('checkout.close', { key: purchase.key, cartId });
    expect(expectOk(closed)).toEqual({ outcome: 'unresolved' });
    expect(await count('idempotency_key', 'key = $1', purchase.key)).toBe(1);
  });

  it('keeps a stored answer for its whole retention, however late it was stored', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    await shop.processor.setLatency(1_000);
    const paying = shopper.pay(purchase);
    await until(
      'the claim is there',
      async () => (await count('idempotency_key', 'key = $1', purchase.key)) === 1,
    );
    await shop.sql("UPDATE idempotency_key SET expires_at = now() + interval '1 second' WHERE key = $1", [
      purchase.key,
    ]);
    expect((await paying).status).toBe(200);
    expect(
      await count('idempotency_key', "key = $1 AND expires_at > now() + interval '23 hours'", purchase.key),
    ).toBe(1);
  });
});

describe('one cart', () => {
  it('is ordered and charged once under 20 different keys', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const row = { select: 'SELECT 1 FROM cart WHERE id = $1 FOR UPDATE', values: [purchase.input.cartId] };
    const answers = await shop.race(row, 12, () =>
      keys.map((key, n) => shopper.pay({ ...purchase, key }, urlOf(n))),
    );
    const paid = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ error }) => error?.reason === 'cart_already_ordered');
    expect([paid.length, refused.length]).toEqual([1, 19]);
    expect(new Set(refused.map(({ error }) => error?.orderId))).toEqual(new Set([paid[0]?.data?.orderId]));
    expect(await count('"order"', 'cart_id = $1', purchase.input.cartId)).toBe(1);
    expect((await Promise.all(keys.map(charges))).reduce((sum, one) => sum + one)).toBe(1);
  });

  it('that changed is not paid, and the refusal carries the new quote', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    expectOk(await shopper.mutate('cart.setItem', { productId: product('hotel-bell'), quantity: 1 }));
    const stale = await shopper.pay(purchase);
    expect([stale.status, stale.error?.reason]).toEqual([409, 'cart_changed']);
    const fresh = await shopper.purchase();
    expect(stale.error?.quote).toMatchObject({
      cartVersion: fresh.input.cartVersion,
      total: fresh.input.expectedTotal,
    });
    expect(expectOk(await shopper.pay(fresh)).status).toBe('paid');
  });

  it('that is changed while its payment waits for it is not paid, and the refusal carries the quote of what it holds then', async () => {
    const shopper = new TestShopper(urlOf(0));
    const purchase = await shopper.fillCart({ [product('arcade-button')]: 1 });
    const row = {
      select: 'SELECT 1 FROM cart WHERE id = $1 FOR UPDATE',
      values: [purchase.input.cartId],
      change: `WITH raised AS (UPDATE cart SET version = version + 1 WHERE id = $1)
        UPDATE cart_line SET quantity = 3 WHERE cart_id = $1`,
    };
    const [refused] = await shop.race(row, 1, () => [shopper.pay(purchase)]);
    expect([refused?.status, refused?.error?.reason]).toEqual([409, 'cart_changed']);
    const fresh = await shopper.purchase();
    expect(refused?.error?.quote).toMatchObject({
      cartVersion: fresh.input.cartVersion,
      total: fresh.input.expectedTotal,
    });
    expect(expectOk(await shopper.pay(fresh)).status).toBe('paid');
    expect(
      await count(
        'order_line JOIN "order" ON id = order_id',
        'cart_id = $1 AND quantity = 3',
        purchase.input.cartId,
      ),
    ).toBe(1);
  });

  it('whose promo code is used up is refused, and buys without it', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const shopper = new TestShopper(urlOf(n));
        await shopper.fillCart({ [product('arcade-button')]: 1 });
        expectOk(await shopper.mutate('cart.applyPromo', { code: 'ONCE' }));
        return { shopper, purchase: await shopper.purchase() };
      }),
    );
    const answers = await Promise.all(buyers.map(({ shopper, purchase }) => shopper.pay(purchase)));
    expect(answers.map(({ status, error }) => error?.reason ?? status).sort()).toEqual([
      200,
      ...Array(5).fill('promo_unusable'),
    ]);
    expect(await shop.sql("SELECT used FROM promo WHERE code = 'ONCE'")).toEqual([{ used: 1 }]);
    const loser = buyers[answers.findIndex(({ status }) => status !== 200)];
    if (!loser) throw new Error('nobody was refused');
    expectOk(await loser.shopper.mutate('cart.applyPromo', { code: null }));
    expect(expectOk(await loser.shopper.pay(await loser.shopper.purchase())).status).toBe('paid');
  });
});

describe('stock', () => {
  it('of 5 ends at 5 paid under 30 buyers; the other 25 are refused without a charge', async () => {
    const id = product('piano-key');
    await shop.sql('UPDATE product SET stock = 5 WHERE id = $1', [id]);
    const buyers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const shopper = new TestShopper(urlOf(n));
        return { shopper, purchase: await shopper.fillCart({ [id]: 1 }) };
      }),
    );
    const row = { select: 'SELECT 1 FROM product WHERE id = $1 FOR UPDATE', values: [id] };
    const answers = await shop.race(row, 12, () =>
      buyers.map(({ shopper, purchase }) => shopper.pay(purchase)),
    );
    const tally = (reason: unknown): number => answers.filter(({ error }) => error?.reason === reason).length;
    expect([tally(undefined), tally('out_of_stock')]).toEqual([5, 25]);
    expect(await shop.sql('SELECT stock FROM product WHERE id = $1', [id])).toEqual([{ stock: 0 }]);
    const charged = await Promise.all(buyers.map(({ purchase }) => charges(purchase.key)));
    expect(charged.reduce((sum, one) => sum + one)).toBe(5);
  });

  it('is locked in one order: carts X,Y and Y,X in parallel never deadlock', async () => {
    const [x, y] = [product('arcade-button'), product('hotel-bell')];
    const buyers = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const shopper = new TestShopper(urlOf(n));
        expectOk(await shopper.mutate('cart.setItem', { productId: n % 2 ? x : y, quantity: 1 }));
        return { shopper, purchase: await shopper.fillCart({ [n % 2 ? y : x]: 1 }) };
      }),
    );
    const row = { select: 'SELECT 1 FROM product WHERE id = ANY ($1) FOR UPDATE', values: [[x, y]] };
    const answers = await shop.race(row, 12, () =>
      buyers.map(({ shopper, purchase }) => shopper.pay(purchase)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    const deadlocks = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
    expect(await shop.sql(deadlocks)).toEqual([{ deadlocks: 0 }]);
  });
});
