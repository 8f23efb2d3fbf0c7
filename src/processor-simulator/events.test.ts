import { describe, expect, it } from 'vitest';
import { errorOf, payment, startBench } from './test-bench';

describe('the events', () => {
  it('tell what happened, in order, with the object as it was', async () => {
    const { stripe } = await startBench();
    const paid = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    await stripe.refunds.create({ payment_intent: paid.id });
    await errorOf(stripe.paymentIntents.create(payment('pm_card_visa_chargeDeclined')));
    const { id } = await stripe.paymentIntents.create(payment('pm_card_visa', { capture_method: 'manual' }));
    await stripe.paymentIntents.capture(id);
    const waiting = await stripe.paymentIntents.create(payment('pm_card_authenticationRequired'));
    await stripe.paymentIntents.cancel(waiting.id);

    const events = (await stripe.events.list({ limit: 100 })).data.reverse();
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.canceled',
    ]);
    expect(events[0]).toMatchObject({
      object: 'event',
      data: { object: { id: paid.id, status: 'requires_confirmation', latest_charge: null } },
      request: { id: expect.stringMatching(/^req_/), idempotency_key: 'k' },
    });
    expect(events[2]).toMatchObject({ data: { object: { id: paid.id, status: 'succeeded' } } });
    expect(events[1]).toMatchObject({ data: { object: { captured: true, balance_transaction: null } } });
    expect(events[3]).toMatchObject({
      data: {
        object: { balance_transaction: expect.stringMatching(/^txn_/) },
        previous_attributes: { balance_transaction: null },
      },
    });
    expect(await stripe.events.retrieve(events[2]?.id ?? '')).toMatchObject({
      type: 'payment_intent.succeeded',
    });
  });

  it('can be asked for by type', async () => {
    const { stripe } = await startBench();
    await stripe.paymentIntents.create(payment());
    const types = async (wanted: Parameters<typeof stripe.events.list>[0]) =>
      (await stripe.events.list(wanted)).data.map(({ type }) => type);
    expect(await types({ type: 'charge.succeeded' })).toEqual(['charge.succeeded']);
    expect(await types({ type: 'payment_intent.*' })).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
    ]);
    expect(await types({ types: ['charge.succeeded', 'payment_intent.created'] })).toHaveLength(2);
  });

  it('are not made by a request that is answered again', async () => {
    const { stripe } = await startBench();
    await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    expect((await stripe.events.list()).data).toHaveLength(4);
  });

  it('that do not exist are a 404', async () => {
    const { stripe } = await startBench();
    expect((await errorOf(stripe.events.retrieve('evt_x'))).statusCode).toBe(404);
  });
});
