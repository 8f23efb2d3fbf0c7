import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from './testbed/database';
import { startStore, type TestStore } from './testbed/store';

/** The production build with the settings of a shop of one's own: of the demo nothing can be reached. */
let database: TestDatabase;
let store: TestStore;

beforeAll(async () => {
  database = await createDatabase();
  store = await startStore({
    databaseUrl: database.url,
    processorUrl: 'https://api.stripe.com',
    env: {
      STRIPE_SECRET_KEY: 'sk_live_of_a_shop',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_of_a_shop',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_a_shop',
      CONSOLE_TOKEN: 'a-console-token-of-a-shop',
      PUBLIC_URL: 'https://shop.example',
    },
  });
});
afterAll(async () => {
  await store?.stop();
  await database?.drop();
});

it('the checkout offers no test card, and hands cards to Stripe alone', async () => {
  const response = await fetch(`${store.url}/checkout`);
  const text = await response.text();
  expect(text).toMatch(/isDemo\\?":false/);
  expect(text).toContain('pk_live_of_a_shop');
  expect(text).not.toMatch(/pk_test_demo|sk_live|whsec_/);
  expect(response.headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://api.stripe.com;",
  );
});

it('is an encrypted shop for every caller, also where the proxy in front of it says nothing', async () => {
  const { headers } = await fetch(`${store.url}/cart`);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  expect(headers.get('set-cookie')).toMatch(/^__Host-doubletap_session=.*; Secure$/);
});

it.each([
  '/_simulator/books',
  '/_simulator/settings',
  '/v1/payment_methods',
  '/v1/payment_intents',
  '/_wire/links',
  '/api/mailbox',
  '/api/receipts',
])('nothing answers at %s', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status } = await fetch(`${store.url}${path}`, { method });
    expect([404, 405]).toContain(status);
  }
});

it("takes no message that is signed with the demo's secret", async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.succeeded',
    data: { object: {} },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_demo' });
  const { status } = await fetch(`${store.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  });
  expect(status).toBe(400);
});
