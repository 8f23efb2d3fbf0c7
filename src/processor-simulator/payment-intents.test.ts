import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CHARGE_FORM, errorOf, payment, raw, startBench } from './test-bench';

function expanded<T extends { id: string }>(value: string | T | null | undefined): T {
  if (typeof value !== 'object' || value === null) throw new Error(`${value} was not expanded`);
  return value;
}

describe('a payment intent', () => {
  it('charges at once when it is confirmed with a good card', async () => {
    const { stripe } = await startBench();
    const intent = await stripe.paymentIntents.create({
      ...payment(),
      description: 'Order 7',
      receipt_email: 'ada@example.com',
      statement_descriptor_suffix: 'ORDER 7',
      shipping: {
        name: 'Ada',
        address: { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' },
      },
      metadata: { order: '7' },
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    const charge = expanded(intent.latest_charge);
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 4200,
      amount_received: 4200,
      amount_capturable: 0,
      currency: 'usd',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { order: '7' },
      livemode: false,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(charge).toMatchObject({
      object: 'charge',
      paid: true,
      captured: true,
      status: 'succeeded',
      payment_intent: intent.id,
      description: 'Order 7',
      receipt_email: 'ada@example.com',
      statement_descriptor_suffix: 'ORDER 7',
      shipping: { name: 'Ada', address: { line1: '1 Main Street', line2: null } },
      metadata: { order: '7' },
      outcome: { type: 'authorized', network_status: 'approved_by_network' },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    expect(expanded(charge.balance_transaction)).toMatchObject({ amount: 4200, fee: 152, net: 4048 });
    expect(expanded(intent.payment_method).id).toBe(charge.payment_method);
  });

  it('charges nothing until it is confirmed', async () => {
    const { stripe } = await startBench();
    const bare = await stripe.paymentIntents.create({ amount: 4200, currency: 'USD' });
    const ready = await stripe.paymentIntents.create(payment('pm_card_visa', { confirm: false }));
    expect([bare.status, ready.status]).toEqual(['requires_payment_method', 'requires_confirmation']);
    expect(bare.currency).toBe('usd');
    expect((await stripe.charges.list()).data).toEqual([]);

    const confirmed = await stripe.paymentIntents.confirm(bare.id, { payment_method: 'pm_card_mastercard' });
    expect((await stripe.paymentIntents.confirm(ready.id)).status).toBe('succeeded');
    expect(confirmed.status).toBe('succeeded');
    expect((await stripe.charges.list()).data).toHaveLength(2);
  });

  it('is not confirmed twice', async () => {
    const { stripe } = await startBench();
    const intent = await stripe.paymentIntents.create(payment());
    const error = await errorOf(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
    expect(error).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: { id: intent.id, status: 'succeeded' },
    });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('goes back to requires_payment_method after a decline, with the decline and a failed charge in the books', async () => {
    const { stripe } = await startBench();
    const error = await errorOf(
      stripe.paymentIntents.create(payment('pm_card_visa_chargeDeclinedInsufficientFunds')),
    );
    const id = error.payment_intent?.id ?? '';
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', decline_code: 'insufficient_funds', charge: error.charge },
    });
    expect(expanded(intent.latest_charge)).toMatchObject({
      id: error.charge,
      status: 'failed',
      paid: false,
      balance_transaction: null,
      failure_code: 'card_declined',
      outcome: { type: 'issuer_declined', reason: 'insufficient_funds' },
    });
    const second = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(second).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect((await stripe.charges.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  it('waits for authentication where the bank wants it, and moves no money', async () => {
    const { stripe } = await startBench();
    const intent = await stripe.paymentIntents.create(payment('pm_card_authenticationRequired'));
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      latest_charge: null,
    });
    expect((await stripe.charges.list()).data).toEqual([]);
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
  });

  it.each([
    [{ error_on_requires_action: true }, 'authentication_not_handled'],
    [{ off_session: true }, 'authentication_required'],
  ])('is declined where nobody can authenticate: %j', async (wish, declineCode) => {
    const { stripe } = await startBench();
    const error = await errorOf(
      stripe.paymentIntents.create(payment('pm_card_authenticationRequired', wish)),
    );
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'authentication_required',
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method' },
    });
  });

  it('holds the money until it is captured, all or part of it, once', async () => {
    const { stripe } = await startBench();
    const intent = await stripe.paymentIntents.create(payment('pm_card_visa', { capture_method: 'manual' }));
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 4200, amount_received: 0 });
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);

    const tooMuch = await errorOf(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 4201 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, code: 'amount_too_large', param: 'amount_to_capture' });
    const captured = await stripe.paymentIntents.capture(intent.id, {
      amount_to_capture: 4000,
      expand: ['latest_charge'],
    });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 4000, amount_capturable: 0 });
    expect(expanded(captured.latest_charge)).toMatchObject({ captured: true, amount_captured: 4000 });
    expect(await errorOf(stripe.paymentIntents.capture(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent could not be captured because it has already been captured.',
    });
  });

  it('gives the authorization back when it is canceled before the capture', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.paymentIntents.create(payment('pm_card_visa', { capture_method: 'manual' }));
    const canceled = await stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'abandoned',
      expand: ['latest_charge'],
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      amount_capturable: 0,
    });
    expect(expanded(canceled.latest_charge)).toMatchObject({ captured: false, refunded: true });
    expect((await errorOf(stripe.paymentIntents.capture(id))).code).toBe('payment_intent_unexpected_state');
  });

  it.each(['succeeded', 'canceled'] as const)('is not canceled once it is %s', async (status) => {
    const { stripe } = await startBench();
    const { id } = await stripe.paymentIntents.create(
      payment('pm_card_visa', { confirm: status === 'succeeded' }),
    );
    if (status === 'canceled') await stripe.paymentIntents.cancel(id);
    const error = await errorOf(stripe.paymentIntents.cancel(id));
    expect(error.code).toBe('payment_intent_unexpected_state');
    expect(error.message).toBe(
      `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  });

  it('takes each payment method that was made for it once, as Stripe does without a customer', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000000000002', exp_month: 12, exp_year: 2040, cvc: '123' },
    });
    expect((await errorOf(stripe.paymentIntents.create(payment(id)))).statusCode).toBe(402);
    expect(await errorOf(stripe.paymentIntents.create(payment(id)))).toMatchObject({
      statusCode: 400,
      code: 'payment_method_unexpected_state',
      message: expect.stringContaining('It may not be used again'),
    });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('wants a return_url where a payment method might send the shopper away', async () => {
    const { stripe } = await startBench();
    const automatic = payment('pm_card_visa', { automatic_payment_methods: { enabled: true } });
    expect(await errorOf(stripe.paymentIntents.create(automatic))).toMatchObject({
      statusCode: 400,
      param: 'return_url',
    });
    const returning = { ...automatic, return_url: 'https://shop.example/thanks' };
    expect((await stripe.paymentIntents.create(returning)).status).toBe('succeeded');
    const later = await stripe.paymentIntents.create({ ...automatic, confirm: false });
    expect((await errorOf(stripe.paymentIntents.confirm(later.id))).param).toBe('return_url');
  });

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['no amount', { amount: '' }, { code: 'parameter_invalid_empty', param: 'amount' }],
    [
      '49 cents',
      { amount: '49' },
      { code: 'amount_too_small', message: 'Amount must be at least $0.50 usd' },
    ],
    ['a million dollars', { amount: '100000000' }, { code: 'amount_too_large' }],
    ['a negative amount', { amount: '-1' }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['an amount with a point', { amount: '10.50' }, { code: 'parameter_invalid_integer' }],
    ['29 pence', { amount: '29', currency: 'gbp' }, { message: 'Amount must be at least £0.30 gbp' }],
    ['49 yen', { amount: '49', currency: 'jpy' }, { message: 'Amount must be at least ¥50 jpy' }],
    ['a dinar that ends in 5', { amount: '10005', currency: 'kwd' }, { code: 'invalid_charge_amount' }],
    ['an unknown currency', { currency: 'xyz' }, { param: 'currency' }],
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'an unknown nested one',
      { 'shipping[box]': '1' },
      { code: 'parameter_unknown', param: 'shipping[box]' },
    ],
    ['a customer', { customer: 'cus_1' }, { param: 'customer' }],
    ['two ways to choose', { 'payment_method_types[]': 'card' }, { code: 'parameters_exclusive' }],
    ['a wish that needs confirm', { confirm: 'false', off_session: 'true' }, { param: 'off_session' }],
    ['a bad boolean', { confirm: 'yes' }, { param: 'confirm', message: 'Invalid boolean: yes' }],
    ['a bad choice', { capture_method: 'later' }, { param: 'capture_method' }],
    ['a bad address', { receipt_email: 'nobody' }, { code: 'email_invalid', param: 'receipt_email' }],
    [
      'a suffix without letters',
      { statement_descriptor_suffix: '123' },
      { param: 'statement_descriptor_suffix' },
    ],
    [
      'a shipping without name',
      { 'shipping[address][line1]': 'x' },
      { code: 'parameter_missing', param: 'shipping[name]' },
    ],
    ['an unknown expansion', { 'expand[]': 'customer' }, { param: 'expand' }],
    ['too long metadata', { 'metadata[a]': 'x'.repeat(501) }, { param: 'metadata[a]' }],
    [
      'an unknown card',
      { payment_method: 'pm_x' },
      { code: 'resource_missing', message: "No such PaymentMethod: 'pm_x'" },
    ],
  ])('is refused with %s, and nothing is made', async (_, changes, expected) => {
    const bench = await startBench();
    const answer = await raw(bench, '/v1/payment_intents', { form: { ...CHARGE_FORM, ...changes } });
    expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error', ...expected } });
    expect((await bench.stripe.paymentIntents.list()).data).toEqual([]);
  });

  it.each(['amount', 'currency', 'payment_method'])('is refused without %s', async (name) => {
    const bench = await startBench();
    const form = Object.fromEntries(Object.entries(CHARGE_FORM).filter(([given]) => given !== name));
    const answer = await raw(bench, '/v1/payment_intents', { form });
    expect(answer).toMatchObject({ status: 400, error: { code: 'parameter_missing', param: name } });
  });

  it.each<[Stripe.PaymentIntentCreateParams['currency'], number]>([
    ['eur', 50],
    ['gbp', 30],
    ['jpy', 50],
    ['kwd', 1000],
    ['usd', 99_999_999],
  ])('is taken in %s for %i', async (currency, amount) => {
    const { stripe } = await startBench();
    const intent = await stripe.paymentIntents.create(payment('pm_card_visa', { currency, amount }));
    expect(intent).toMatchObject({ status: 'succeeded', currency, amount });
  });

  it('that does not exist is a 404', async () => {
    const { stripe } = await startBench();
    for (const call of [stripe.paymentIntents.retrieve('pi_x'), stripe.paymentIntents.cancel('pi_x')]) {
      expect(await errorOf(call)).toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
        message: "No such payment_intent: 'pi_x'",
      });
    }
  });
});
