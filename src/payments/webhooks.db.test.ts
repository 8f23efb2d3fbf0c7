import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testWebhookSecret } from '@/run/testbed/log-files';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** The processor's messages: hints that come twice, late, in any order or never, and end in the same state. */
let shop: TestShop;
let stripe: Stripe;
let product: string;

beforeAll(async () => {
  shop = await openShop(1, { LEASE_MS: '6000', PROCESSOR_TIMEOUT_MS: '1500' });
  const { 'arcade-button': id } = await new TestShopper(storeUrl()).products();
  product = id ?? '';
  const { hostname, port } = new URL(shop.processor.url);
  stripe = new Stripe('sk_test_demo', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  await shop.processor.configure({ webhook: { url: webhookUrl(), secret: testWebhookSecret } });
});
afterAll(() => shop?.stop());
beforeEach(() => configure('normally', 0));

function storeUrl(): string {
  return shop.stores[0]?.url ?? '';
}

function webhookUrl(): string {
  return `${storeUrl()}/api/webhooks/stripe`;
}

function configure(mode: string, latencyMs: number): Promise<void> {
  return shop.processor.configure({ latencyMs, refundDelayMs: 0, webhooks: { mode, retryBaseMs: 10 } });
}

async function press(): Promise<{ shopper: TestShopper; purchase: PayRequest }> {
  const shopper = new TestShopper(storeUrl());
  return { shopper, purchase: await shopper.fillCart({ [product]: 1 }) };
}

async function payment(key: string): Promise<Record<string, unknown>> {
  const [row] = await shop.sql(
    `SELECT payment.status, payment.charge_id, payment.intent_id, payment.refunded_amount, payment.amount, "order".status AS order
     FROM payment JOIN "order" ON "order".id = payment.order_id WHERE payment.key = $1`,
    [key],
  );
  return row ?? {};
}

async function booked(key: string): Promise<Record<string, unknown>[]> {
  return shop.sql(
    `SELECT event_kind, count(*)::int FROM ledger_transaction JOIN payment USING (order_id)
     WHERE payment.key = $1 GROUP BY event_kind ORDER BY event_kind`,
    [key],
  );
}

async function expectAllDelivered(): Promise<void> {
  await until('every message is acknowledged', async () => {
    const response = await fetch(`${shop.processor.url}/_simulator/webhooks`);
    const { totals }: { totals: Record<string, number> } = await response.json();
    return (totals.waiting ?? 0) + (totals.held ?? 0) === 0;
  });
}

async function expectCleanAudit(): Promise<void> {
  const { code, lines } = await shop.audit();
  expect(lines).not.toContain('BROKEN');
  expect(code).toBe(0);
}

it('settles by a message that comes before the answer; the answer then finds it settled', async () => {
  await configure('normally', 1_000);
  const { shopper, purchase } = await press();
  const answering = shopper.pay(purchase);
  await until('the message has settled it', async () => (await payment(purchase.key)).status === 'captured');
  expect((await answering).status).toBe(200);
  expect(await booked(purchase.key)).toEqual([{ event_kind: 'capture', count: 1 }]);
  await expectAllDelivered();
  await expectCleanAudit();
});

it('completes the key of a purchase in doubt, whose shopper then gets the stored answer', async () => {
  await configure('late', 2_500);
  const { shopper, purchase } = await press();
  await shop.processor.configure({ webhooks: { mode: 'never', retryBaseMs: 10 } });
  const doubtful = await shopper.pay(purchase);
  expect(doubtful.error?.reason).toBe('payment_in_doubt');
  await shop.processor.redeliver({ which: 'undelivered', order: 'oldest_first' });
  await until('the message has settled it', async () => (await payment(purchase.key)).status === 'captured');
  const late = await shopper.pay(purchase);
  expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  await expectCleanAudit();
});

describe('every order of arrival ends in the same state', () => {
  it.each([
    ['normally', 'oldest_first', 1],
    ['the newest first', 'newest_first', 1],
    ['twice', 'oldest_first', 2],
    ['all of them again, backwards', 'newest_first', 2],
  ])('%s', async (_, order, times) => {
    await configure('never', 0);
    const { shopper, purchase } = await press();
    expect((await shopper.pay(purchase)).status).toBe(200);
    const { charge_id: charge } = await payment(purchase.key);
    await stripe.refunds.create({ charge: String(charge) }, { idempotencyKey: `refund-${purchase.key}` });
    for (let time = 0; time < times; time += 1) {
      await shop.processor.redeliver({ which: time === 0 ? 'undelivered' : 'all', order });
      await expectAllDelivered();
    }
    const { status, amount, refunded_amount: refunded, order: orderStatus } = await payment(purchase.key);
    expect([status, refunded, orderStatus]).toEqual(['refunded', amount, 'refunded']);
    expect(await booked(purchase.key)).toEqual([
      { event_kind: 'capture', count: 1 },
      { event_kind: 'refund', count: 1 },
    ]);
    await expectCleanAudit();
  });
});

it('keeps a refund that is told before its capture, and applies it once the capture is known', async () => {
  await configure('never', 2_500);
  const worker = await shop.startWorker();
  await worker.stop(20_000); // its queues are there; what waits is applied by the one that starts below
  const { shopper, purchase } = await press();
  expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
  await shop.processor.setLatency(0);
  const { data } = await stripe.charges.list({ limit: 10 });
  const charge = data.find(({ metadata }) => metadata.key === purchase.key);
  await stripe.refunds.create({ charge: charge?.id ?? '' }, { idempotencyKey: `refund-${purchase.key}` });
  const told = await fetch(`${shop.processor.url}/_simulator/webhooks`);
  const { deliveries }: { deliveries: { event: string; type: string; state: string }[] } = await told.json();
  const refundEvents = deliveries.filter(
    ({ type, state }) => type.startsWith('refund.') && state !== 'delivered',
  );
  await shop.processor.redeliver({ which: 'undelivered', events: refundEvents.map(({ event }) => event) });
  await until('the refund waits', async () => {
    const [row] = await shop.sql(
      "SELECT 1 FROM processor_event WHERE type LIKE 'refund.%' AND applied_at IS NULL",
    );
    return row !== undefined;
  });
  expect((await payment(purchase.key)).status).toBe('in_doubt');
  await shop.startWorker();
  await until('both are applied', async () => (await payment(purchase.key)).status === 'refunded', 40_000);
  await expectCleanAudit();
});

it('gives back, by itself, a capture that turns up for a purchase that was given up', async () => {
  await configure('normally', 0);
  const { shopper } = await press();
  const declined = await shopper.purchase('pm_card_visa_chargeDeclined');
  expect((await shopper.pay(declined)).status).toBe(402);
  const [row] = await shop.sql<{ scope: string; amount: number; installation: string }>(
    'SELECT scope, amount, (SELECT id FROM installation) AS installation FROM payment WHERE key = $1',
    [declined.key],
  );
  if (!row) throw new Error('there is no payment');
  // What should never happen: somebody charges the purchase once more, past all keys.
  await stripe.paymentIntents.create(
    {
      amount: row.amount,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: {
        installation: row.installation,
        operation: 'checkout.pay',
        shopper: row.scope,
        key: declined.key,
      },
    },
    { idempotencyKey: `surprise-${declined.key}` },
  );
  await until('it is given back', async () => (await payment(declined.key)).status === 'refunded', 40_000);
  expect((await payment(declined.key)).order).toBe('cancelled');
  const again = await shopper.purchase();
  expect(expectOk(await shopper.pay(again)).status).toBe('paid');
  await expectCleanAudit();
});

describe('a message', () => {
  it('that is not signed by the processor, or long ago, is refused and changes nothing', async () => {
    const payload = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    });
    const signed = (secret: string, timestamp: number) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const now = Math.floor(Date.now() / 1_000);
    for (const signature of [
      '',
      'nonsense',
      signed('whsec_wrong', now),
      signed(testWebhookSecret, now - 3_600),
    ]) {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      });
      expect(response.status).toBe(400);
    }
    expect(await shop.sql("SELECT 1 FROM processor_event WHERE id = 'evt_forged'")).toEqual([]);
  });

  it('whose first handling fails is done again on redelivery', async () => {
    const { shopper, purchase } = await press();
    await configure('never', 0);
    expect((await shopper.pay(purchase)).status).toBe(200);
    await shop.sql('ALTER TABLE processor_event RENAME TO processor_event_away');
    try {
      await shop.processor.redeliver({ which: 'undelivered', order: 'oldest_first' });
      await until('a delivery has failed', async () => {
        const response = await fetch(`${shop.processor.url}/_simulator/webhooks`);
        const { deliveries }: { deliveries: { lastStatus: number | null }[] } = await response.json();
        return deliveries.some(({ lastStatus }) => lastStatus === 503);
      });
    } finally {
      await shop.sql('ALTER TABLE processor_event_away RENAME TO processor_event');
    }
    await expectAllDelivered();
    const { intent_id: intent } = await payment(purchase.key);
    const applied = await shop.sql(
      'SELECT outcome FROM processor_event WHERE object_id = $1 AND applied_at IS NOT NULL',
      [intent],
    );
    expect(applied.length).toBeGreaterThan(0);
  });
});
