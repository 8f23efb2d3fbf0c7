import { describe, expect, it } from 'vitest';
import type { Delivery } from './records';
import { errorOf, payment, raw, sdk, setSettings, startBench } from './test-bench';
import { SECRET, startReceiver, untilReport, webhooksOf } from './webhook-bench';
import { afterTry } from './webhook-sender';

const PAYMENT_TYPES = [
  'charge.succeeded',
  'charge.updated',
  'payment_intent.created',
  'payment_intent.succeeded',
];

const QUICK = { webhooks: { retryBaseMs: 1 } };

describe('a webhook', { timeout: 30_000 }, () => {
  it('is signed so that the SDK accepts it, and is the event that the API tells', async () => {
    const receiver = await startReceiver();
    const { stripe } = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    const paid = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    await receiver.until(4);

    expect(receiver.types().sort()).toEqual(PAYMENT_TYPES);
    expect(receiver.refused()).toBe(0);
    for (const { event, headers } of receiver.received) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['stripe-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      const told = await stripe.events.retrieve(event.id);
      expect({ ...event, pending_webhooks: 0 }).toEqual({ ...told, pending_webhooks: 0 });
    }
    const succeeded = receiver.received.find(({ event }) => event.type === 'payment_intent.succeeded');
    expect(succeeded?.event).toMatchObject({
      object: 'event',
      api_version: paid.lastResponse.apiVersion,
      livemode: false,
      pending_webhooks: 1,
      request: { id: paid.lastResponse.requestId, idempotency_key: 'k' },
      data: { object: { id: paid.id, status: 'succeeded' } },
    });
  });

  it('is sent for every way a payment and its refund can go', async () => {
    const receiver = await startReceiver();
    const { stripe } = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    const paid = await stripe.paymentIntents.create(payment());
    await stripe.refunds.create({ payment_intent: paid.id });
    await errorOf(stripe.paymentIntents.create(payment('pm_card_visa_chargeDeclined')));
    const waiting = await stripe.paymentIntents.create(payment('pm_card_authenticationRequired'));
    await stripe.paymentIntents.cancel(waiting.id);
    await receiver.until(12);

    expect(receiver.types().sort()).toEqual([
      'charge.failed',
      'charge.refunded',
      'charge.succeeded',
      'charge.updated',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
      'refund.created',
    ]);
  });

  it('signed with another secret is refused by the SDK, and accepted once the secret is right', async () => {
    const receiver = await startReceiver();
    const bench = await startBench({ webhook: { url: receiver.url, secret: 'whsec_of_somebody_else' } });
    await setSettings(bench, QUICK);
    await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ deliveries }) => deliveries.every(({ lastStatus }) => lastStatus === 400));
    expect(receiver.received).toEqual([]);

    await setSettings(bench, { webhook: { url: receiver.url, secret: SECRET } });
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    expect(receiver.types().sort()).toEqual(PAYMENT_TYPES);
  });

  it.each([301, 302, 404, 500, 503, 'nothing'] as const)(
    'answered with %s is sent again with the same bytes until it is answered 2xx',
    async (answer) => {
      const receiver = await startReceiver();
      const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
      await setSettings(bench, {
        webhooks: { retryBaseMs: 1, timeoutMs: answer === 'nothing' ? 100 : 10_000 },
      });
      receiver.answerWith((_, count) => (count <= 12 ? answer : 204));
      await bench.stripe.paymentIntents.create(payment());
      const { deliveries } = await untilReport(bench, ({ totals }) => totals.delivered === 4);

      expect(receiver.received.length).toBeGreaterThanOrEqual(16);
      for (const { event, tries, lastStatus, deliveredAtMs } of deliveries) {
        const copies = receiver.received.filter((one) => one.event.id === event);
        // A try that runs out of time on a busy machine may never have been read.
        expect(copies.length).toBeLessThanOrEqual(tries);
        expect(new Set(copies.map(({ payload }) => payload)).size).toBe(1);
        expect(lastStatus).toBe(204);
        expect(deliveredAtMs).toBeGreaterThan(0);
      }
      expect((await bench.stripe.events.list()).data.map((event) => event.pending_webhooks)).toEqual([
        0, 0, 0, 0,
      ]);
    },
  );

  it('to a receiver that is down is sent when it is there', async () => {
    const bench = await startBench({ webhook: { url: 'http://127.0.0.1:1/', secret: SECRET } });
    await setSettings(bench, QUICK);
    await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ deliveries }) =>
      deliveries.every(({ lastError }) => lastError?.includes('ECONNREFUSED')),
    );
    const receiver = await startReceiver();
    await setSettings(bench, { webhook: { url: receiver.url, secret: SECRET } });
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    expect(receiver.received).toHaveLength(4);
  });

  it('never delays the answer of the API, however long its receiver stays silent', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(() => 'nothing');
    const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    for (let order = 0; order < 10; order += 1) {
      expect((await bench.stripe.paymentIntents.create(payment())).status).toBe('succeeded');
    }
    await receiver.until(8);
    // Eight at once and no more: the others wait, and so far not one has been answered.
    expect(receiver.received).toHaveLength(8);
    expect((await webhooksOf(bench)).totals).toMatchObject({ waiting: 40, delivered: 0 });
  });

  it('can arrive before the answer of the API', async () => {
    const receiver = await startReceiver();
    const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET }, latencyMs: 100_000 });
    let isAnswered = false;
    const answer = bench.stripe.paymentIntents.create(payment()).then((intent) => {
      isAnswered = true;
      return intent;
    });
    await receiver.until(4);
    expect(isAnswered).toBe(false);
    await bench.simulator.close();
    expect(receiver.received.map(({ event }) => event.data.object)).toContainEqual(
      expect.objectContaining({ id: (await answer).id, status: 'succeeded' }),
    );
  });

  it('under way when the simulator is stopped is sent again after the next start', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(() => 'nothing');
    const before = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    await before.stripe.paymentIntents.create(payment());
    await receiver.until(4);
    await before.simulator.close();
    receiver.answerWith(() => 200);
    const after = await startBench({ dataDir: before.dataDir });
    await untilReport(after, ({ totals }) => totals.delivered === 4);
    expect(receiver.received).toHaveLength(8);
  });

  it('is not made by a request that is answered again', async () => {
    const receiver = await startReceiver();
    const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    await bench.stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    await bench.stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    await receiver.until(4);
    expect((await webhooksOf(bench)).deliveries).toHaveLength(4);
  });

  it('of every account goes to the one endpoint, until there is none', async () => {
    const receiver = await startReceiver();
    const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
    await sdk(bench.simulator.url, 'sk_test_other').paymentIntents.create(payment());
    await receiver.until(4);
    await setSettings(bench, { webhook: null });
    await bench.stripe.paymentIntents.create(payment());
    expect((await webhooksOf(bench)).deliveries).toHaveLength(4);
  });
});

describe('the pause before the next try', () => {
  const fresh: Delivery = {
    id: 'whd_1',
    createdAtMs: 0,
    event: 'evt_1',
    endpoint: 'we_1',
    state: 'waiting',
    dueAtMs: 0,
    tries: 0,
    failuresInRow: 0,
    lastStatus: null,
    lastError: null,
    deliveredAtMs: null,
  };

  it('doubles up to a minute, and after fifteen tries there is none', () => {
    const pauses: number[] = [];
    let delivery = fresh;
    while (delivery.state === 'waiting') {
      delivery = afterTry(delivery, { status: 500 }, 1_000_000, 1000);
      if (delivery.state === 'waiting') pauses.push(delivery.dueAtMs - 1_000_000);
    }
    expect(pauses.map((pause) => pause / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60]);
    expect(delivery).toMatchObject({ state: 'failed', tries: 15, lastStatus: 500 });
  });
});

describe('the page', () => {
  it('shows the newest webhooks, and nothing of them as markup', async () => {
    const receiver = await startReceiver();
    const attack = `${receiver.url}?'"><img src=x>&`;
    const bench = await startBench({ webhook: { url: attack, secret: SECRET } });
    const paid = await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    const { text } = await raw(bench, '/');
    expect(text).toContain('Newest webhooks');
    expect(text).toContain(paid.id);
    expect(text).toContain('4 delivered');
    expect(text).toContain('1 try, last 200');
    expect(text).toContain('&#39;&quot;&gt;&lt;img src=x&gt;&amp;');
    expect(text).not.toContain('<img');
    expect(text).not.toContain(SECRET);
    expect((await raw(bench, '/_simulator/webhooks')).text).not.toContain(SECRET);
    expect((await raw(bench, '/_simulator/settings')).text).not.toContain(SECRET);
  });
});
