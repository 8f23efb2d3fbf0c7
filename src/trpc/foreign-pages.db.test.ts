import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { appRouter } from './router';

/** What a page of somebody else can make a shopper's browser do: nothing, whichever mutation it calls. */
const consoleToken = 'the-console-token-of-this-test';
let shop: TestShop;
let shopper: TestShopper;
let purchase: PayRequest;
let product: string;

beforeAll(async () => {
  shop = await openShop(1, { CONSOLE_TOKEN: consoleToken });
  shopper = new TestShopper(url());
  product = (await shopper.products())['arcade-button'] ?? '';
  purchase = await shopper.fillCart({ [product]: 1 });
});
afterAll(() => shop?.stop());

function url(): string {
  return shop.stores[0]?.url ?? '';
}

/** An input of each mutation with which it would do something. */
const inputs: Record<string, () => unknown> = {
  'cart.setItem': () => ({ productId: product, quantity: 9 }),
  'cart.setCurrency': () => ({ currency: 'EUR' }),
  'cart.applyPromo': () => ({ code: 'WELCOME10' }),
  'checkout.pay': () => purchase.input,
  'checkout.close': () => ({ key: purchase.key }),
  'operator.fulfil': () => ({ orderId: randomUUID(), version: 1 }),
  'operator.refund': () => ({ orderId: randomUUID(), reason: 'duplicate' }),
  'operator.askProcessor': () => ({ scope: 'x', operation: 'checkout.pay', key: purchase.key }),
  'operator.redrive': () => ({ queue: 'receipt' }),
  'operator.runNow': () => ({ queue: 'audit' }),
};

const procedures: Readonly<Record<string, object>> = appRouter._def.procedures;
const mutations = Object.keys(procedures).filter((path) => typeOf(procedures[path]) === 'mutation');

function typeOf(procedure: object | undefined): unknown {
  const definition: unknown = procedure && Reflect.get(procedure, '_def');
  return typeof definition === 'object' && definition ? Reflect.get(definition, 'type') : undefined;
}

const foreign: readonly (readonly [string, () => Record<string, string>])[] = [
  ['another site', () => ({ origin: 'https://evil.example' })],
  ['a sandboxed frame', () => ({ origin: 'null' })],
  ['another port', () => ({ origin: `${url().slice(0, -1)}0` })],
  ['another scheme', () => ({ origin: url().replace('http:', 'https:') })],
  ['another site that hides its origin', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a neighbouring host', () => ({ 'sec-fetch-site': 'same-site', origin: url() })],
];

async function everything(): Promise<unknown> {
  const counts = await shop.sql(
    `SELECT (SELECT count(*) FROM "order")::int, (SELECT count(*) FROM idempotency_key)::int AS keys,
            (SELECT count(*) FROM refund)::int AS refunds, (SELECT count(*) FROM operator_action)::int AS actions`,
  );
  return [counts, expectOk(await shopper.query('cart.get'))];
}

it('is tried with every mutation that there is', () => {
  expect(mutations.length).toBeGreaterThan(0);
  expect(mutations.sort()).toEqual(Object.keys(inputs).sort());
});

it.each(mutations)('%s does nothing for a page of somebody else', async (path) => {
  const before = await everything();
  for (const [page, headers] of foreign) {
    const all = {
      'idempotency-key': purchase.key,
      authorization: `Bearer ${consoleToken}`,
      ...headers(),
    };
    const { status, error } = await shopper.mutate(path, inputs[path]?.(), all);
    expect([page, status, error?.reason]).toEqual([page, 403, 'forbidden']);
  }
  expect(await everything()).toEqual(before);
});

it.each(mutations)('%s does nothing for a link, a picture or a form', async (path) => {
  const before = await everything();
  expect((await shopper.query(path, inputs[path]?.())).status).toBe(405);
  const form = { 'content-type': 'text/plain', 'idempotency-key': purchase.key };
  const response = await fetch(`${url()}/api/trpc/${path}`, {
    method: 'POST',
    headers: form,
    body: JSON.stringify(inputs[path]?.()),
  });
  expect(response.status).toBe(415);
  expect(await everything()).toEqual(before);
});

it('lets nobody else read an answer either: no answer names a site that may', async () => {
  const response = await fetch(`${url()}/api/trpc/cart.get`, { headers: { origin: 'https://evil.example' } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const preflight = await fetch(`${url()}/api/trpc/checkout.pay`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

it("works for the shop's own page", async () => {
  const own = { origin: url(), 'sec-fetch-site': 'same-origin' };
  expect(expectOk(await shopper.pay({ ...purchase, headers: own })).status).toBe('paid');
});
