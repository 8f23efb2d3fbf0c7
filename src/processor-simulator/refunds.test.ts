import { describe, expect, it } from 'vitest';
import { errorOf, payment, raw, startBench } from './test-bench';

describe('a refund', () => {
  it('gives back all of a charge, and keeps the fee', async () => {
    const { stripe } = await startBench();
    const paid = await stripe.paymentIntents.create(payment());
    const refund = await stripe.refunds.create({
      payment_intent: paid.id,
      reason: 'requested_by_customer',
      metadata: { why: 'broken' },
      expand: ['charge', 'balance_transaction'],
    });
    expect(refund).toMatchObject({
      object: 'refund',
      status: 'succeeded',
      amount: 4200,
      currency: 'usd',
      payment_intent: paid.id,
      reason: 'requested_by_customer',
      metadata: { why: 'broken' },
      charge: { id: paid.latest_charge, refunded: true, amount_refunded: 4200 },
      balance_transaction: { type: 'refund', amount: -4200, fee: 0, net: -4200, source: refund.id },
    });
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: -4200, currency: 'usd' }]);
  });

  it('gives back parts until nothing is left, and never more', async () => {
    const { stripe } = await startBench();
    const { latest_charge: charge } = await stripe.paymentIntents.create(payment());
    const id = String(charge);
    await stripe.refunds.create({ charge: id, amount: 4000 });
    const tooMuch = await errorOf(stripe.refunds.create({ charge: id, amount: 201 }));
    expect(tooMuch).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($2.01) is greater than unrefunded amount on charge ($2.00)',
    });
    expect((await stripe.charges.retrieve(id)).refunded).toBe(false);
    expect((await stripe.refunds.create({ charge: id })).amount).toBe(200);
    expect(await errorOf(stripe.refunds.create({ charge: id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
      message: `Charge ${id} has already been refunded.`,
    });
    expect((await stripe.refunds.list({ charge: id })).data.map(({ amount }) => amount)).toEqual([200, 4000]);
  });

  it('is made once for simultaneous requests that ask for all of the money', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.paymentIntents.create(payment());
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.refunds.list()).data).toHaveLength(1);
  });

  it('of a partly captured charge is at most what was captured', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.paymentIntents.create(payment('pm_card_visa', { capture_method: 'manual' }));
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).message).toContain(
      'has not been captured',
    );
    await stripe.paymentIntents.capture(id, { amount_to_capture: 1000 });
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(1000);
  });

  it('needs a charge that took money', async () => {
    const bench = await startBench();
    const declined = await errorOf(
      bench.stripe.paymentIntents.create(payment('pm_card_visa_chargeDeclined')),
    );
    const charge = declined.charge ?? '';
    expect((await errorOf(bench.stripe.refunds.create({ charge }))).statusCode).toBe(400);
    expect(await errorOf(bench.stripe.refunds.create({ charge: 'ch_x' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: "No such charge: 'ch_x'",
    });
    const nothing = await raw(bench, '/v1/refunds', { form: {} });
    expect(nothing).toMatchObject({ status: 400, error: { code: 'parameter_missing' } });
    expect((await bench.stripe.refunds.list()).data).toEqual([]);
  });
});
