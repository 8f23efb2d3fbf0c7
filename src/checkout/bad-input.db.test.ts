import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';

/** Bad input: each gets a clear answer, moves nothing, and the same shopper can buy normally afterwards. */
let shop: TestShop;
let product: string;
let shopper: TestShopper;
let purchase: PayRequest;
let before: unknown;

beforeAll(async () => {
  shop = await openShop(1);
  const { 'arcade-button': id } = await new TestShopper(urlOf()).products();
  product = id ?? '';
});
afterAll(() => shop?.stop());

beforeEach(async () => {
  shopper = new TestShopper(urlOf());
  purchase = await shopper.fillCart({ [product]: 2 });
  before = await everythingThatCounts();
});

afterEach(async () => {
  expect(await everythingThatCounts()).toEqual(before);
  expect(expectOk(await shopper.pay(await shopper.purchase())).status).toBe('paid');
});

function urlOf(): string {
  return shop.stores[0]?.url ?? '';
}

/** Orders, stock, and what the processor has charged. */
async function everythingThatCounts(): Promise<unknown> {
  const [counts] = await shop.sql(
    `SELECT (SELECT count(*) FROM "order")::int AS orders, (SELECT count(*) FROM payment)::int AS payments,
            (SELECT sum(stock) FROM product)::int AS stock`,
  );
  return { counts, charged: (await shop.processor.books()).totals };
}

function withInput(change: Record<string, unknown>): PayRequest {
  return { ...purchase, input: { ...purchase.input, ...change } };
}

describe('the key', () => {
  it('is required', async () => {
    const answer = await shopper.mutate('checkout.pay', purchase.input);
    expect([answer.status, answer.error?.reason, answer.error?.retry]).toEqual([
      400,
      'idempotency_key_missing',
      'never',
    ]);
  });

  it.each([
    ['empty', ''],
    ['an empty string', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['256 characters in quotes', `"${'k'.repeat(256)}"`],
    ['a blank inside', 'a b'],
    ['a tab inside', 'a\tb'],
    ['not ASCII', 'clé'],
    ['an unclosed string', '"abc'],
    ['two strings', '"a", "b"'],
    ['a string with a parameter', '"abc";v=1'],
  ])('is refused when it is %s', async (_, key) => {
    const answer = await shopper.pay({ ...purchase, key });
    expect([answer.status, answer.error?.reason, answer.error?.retry]).toEqual([
      400,
      'idempotency_key_malformed',
      'never',
    ]);
  });

  it('is refused in two header lines', async () => {
    const twoLines = await rawStatus(['Idempotency-Key', randomUUID(), 'Idempotency-Key', randomUUID()]);
    expect(twoLines).toEqual([400, 'idempotency_key_malformed']);
  });

  it('is refused with a control character', async () => {
    const { hostname, port } = new URL(urlOf());
    const socket = connect(Number(port), hostname);
    socket.end(
      `POST /api/trpc/checkout.pay HTTP/1.1\r\nHost: ${hostname}\r\nIdempotency-Key: a\u0001b\r\nContent-Length: 0\r\n\r\n`,
    );
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('is refused inside a batch', async () => {
    const answer = await shopper.mutate(
      'checkout.pay,checkout.pay?batch=1',
      { 0: purchase.input, 1: purchase.input },
      { 'idempotency-key': purchase.key },
    );
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be part of a batch');
  });
});

/** Sends header lines that `fetch` would join or refuse. */
function rawStatus(headerLines: string[]): Promise<[number | undefined, unknown]> {
  const headers = ['Content-Type', 'application/json', 'Host', new URL(urlOf()).host, ...headerLines];
  return new Promise((resolve, reject) => {
    const sent = request(`${urlOf()}/api/trpc/checkout.pay`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve([response.statusCode, JSON.parse(text).error.data.reason]));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(purchase.input));
  });
}

describe('the input of pay', () => {
  it.each([
    ['cartId', { cartId: 7 }],
    ['cartId', { cartId: 'not-a-uuid' }],
    ['cartVersion', { cartVersion: 1.5 }],
    ['cartVersion', { cartVersion: '1' }],
    ['expectedTotal.amount', { expectedTotal: { amount: -1, currency: 'USD' } }],
    ['expectedTotal.amount', { expectedTotal: { amount: 1e12, currency: 'USD' } }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'a'.repeat(300)}@example.com` }],
    ['shippingAddress', { shippingAddress: null }],
    [
      'shippingAddress.name',
      { shippingAddress: { name: '  ', line1: 'a', city: 'b', postalCode: 'c', country: 'US' } },
    ],
    [
      'shippingAddress.name',
      { shippingAddress: { name: 'a\u0000b', line1: 'a', city: 'b', postalCode: 'c', country: 'US' } },
    ],
    [
      'shippingAddress.line1',
      { shippingAddress: { name: 'a', line1: '\ud800', city: 'b', postalCode: 'c', country: 'US' } },
    ],
    [
      'shippingAddress.postalCode',
      { shippingAddress: { name: 'a', line1: 'a', city: 'b', postalCode: 'c', country: 'US' } },
    ],
    ['shippingAddress.postalCode', { shippingAddress: { name: 'a', line1: 'a', city: 'b', country: 'DE' } }],
    [
      'shippingAddress.region',
      { shippingAddress: { name: 'a', line1: 'a', city: 'b', postalCode: '100-0001', country: 'JP' } },
    ],
    ['shippingOptionId', { shippingOptionId: 'teleport' }],
    ['paymentMethodId', { paymentMethodId: '4242424242424242' }],
  ])('names %s when that cannot be used', async (field, change) => {
    const answer = await shopper.pay(withInput(change));
    expect([answer.status, answer.error?.reason, answer.error?.retry]).toEqual([
      400,
      'invalid_input',
      'never',
    ]);
    expect(Object.keys(answer.error?.fields ?? {})).toContain(field);
    const [row] = await shop.sql('SELECT count(*)::int AS count FROM idempotency_key WHERE key = $1', [
      purchase.key,
    ]);
    expect(row).toEqual({ count: 0 });
  });

  it('is refused when it is not JSON, and when there is none', async () => {
    for (const body of ['{"cartId":', '']) {
      const response = await fetch(`${urlOf()}/api/trpc/checkout.pay`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': purchase.key },
      });
      const { error } = await response.json();
      expect([response.status, error.data.reason]).toEqual([400, 'invalid_input']);
    }
  });

  it('is refused with 10 MB, announced or not', async () => {
    const announced = await shopper.pay(withInput({ email: 'a'.repeat(10_000_000) }));
    expect([announced.status, announced.error?.reason]).toEqual([413, 'too_large']);
    const chunk = new Uint8Array(100_000);
    let sent = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    };
    const status = await fetch(`${urlOf()}/api/trpc/checkout.pay`, init).then(
      (response) => response.status,
      () => 'connection closed',
    );
    expect([413, 'connection closed']).toContain(status);
  });
});

describe('the cart', () => {
  it('of another shopper cannot be paid, quoted or seen', async () => {
    const eve = new TestShopper(urlOf());
    const stolen = await eve.pay({ ...purchase, key: randomUUID() });
    expect([stolen.status, stolen.error?.reason]).toEqual([404, 'not_found']);
    expect((await eve.query('checkout.quote', { cartId: purchase.input.cartId })).status).toBe(404);
    expect(expectOk(await eve.query('cart.get')).lines).toEqual([]);
  });

  it('that is empty is not paid', async () => {
    expectOk(await shopper.mutate('cart.setItem', { productId: product, quantity: 0 }));
    const cart = expectOk(await shopper.query('cart.get'));
    const answer = await shopper.pay(withInput({ cartVersion: cart.version }));
    expect([answer.status, answer.error?.reason]).toEqual([409, 'cart_changed']);
    expectOk(await shopper.mutate('cart.setItem', { productId: product, quantity: 2 }));
  });

  it('is not paid at a total that does not match, and the refusal carries the right one', async () => {
    const answer = await shopper.pay(withInput({ expectedTotal: { amount: 100, currency: 'USD' } }));
    expect([answer.status, answer.error?.reason]).toEqual([409, 'cart_changed']);
    expect(answer.error?.quote).toMatchObject({ total: purchase.input.expectedTotal });
    const foreign = await shopper.pay({
      ...withInput({ expectedTotal: { amount: 1, currency: 'JPY' } }),
      key: randomUUID(),
    });
    expect(foreign.error?.reason).toBe('cart_changed');
  });

  it('takes whole quantities from 0 to 99 of known products, and 0 twice', async () => {
    for (const quantity of [-1, 1.5, 1e9, 100, '1', null]) {
      const answer = await shopper.mutate('cart.setItem', { productId: product, quantity });
      expect([answer.status, answer.error?.reason]).toEqual([400, 'invalid_input']);
    }
    const unknown = await shopper.mutate('cart.setItem', { productId: randomUUID(), quantity: 1 });
    expect([unknown.status, unknown.error?.reason]).toEqual([404, 'not_found']);
    const other = new TestShopper(urlOf());
    for (const quantity of [3, 0, 0])
      expectOk(await other.mutate('cart.setItem', { productId: product, quantity }));
    expect(expectOk(await other.query('cart.get')).lines).toEqual([]);
  });

  it('takes no promo code that is unknown, expired or unreadable', async () => {
    for (const code of ['NOSUCH', 'EXPIRED']) {
      expect((await shopper.mutate('cart.applyPromo', { code })).error?.reason).toBe('promo_unusable');
    }
    expect((await shopper.mutate('cart.applyPromo', { code: 'a\u0000' })).error?.reason).toBe(
      'invalid_input',
    );
  });
});

describe('the payment method', () => {
  it('that the processor does not know is declined, and the cart can be paid with another', async () => {
    const answer = await shopper.pay(withInput({ paymentMethodId: 'pm_unknown' }));
    expect([answer.status, answer.error?.reason, answer.error?.retry]).toEqual([
      402,
      'card_declined',
      'new_key',
    ]);
    const [row] = await shop.sql('SELECT status FROM "order" WHERE id = $1', [answer.error?.orderId]);
    expect(row).toEqual({ status: 'cancelled' });
    // The cancelled order is kept as a record; no other order and no charge may have come with it.
    const kept = await everythingThatCounts();
    expect(kept).toMatchObject({ charged: { captured: { count: expect.any(Number) } } });
    before = kept;
  });
});

describe('the request', () => {
  it('from a page of another site changes nothing', async () => {
    const answer = await shopper.pay({ ...purchase, headers: { origin: 'https://evil.example' } });
    expect([answer.status, answer.error?.reason]).toEqual([403, 'forbidden']);
  });

  it('with a forged session is a new shopper, who owns nothing', async () => {
    const response = await fetch(`${urlOf()}/api/trpc/orders.list`, {
      headers: { cookie: 'doubletap_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
    });
    expect((await response.json()).result.data).toEqual([]);
    expect(response.headers.get('set-cookie')).toContain('HttpOnly');
  });
});
