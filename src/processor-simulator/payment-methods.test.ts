import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { passesLuhn, TEST_CARDS } from './cards';
import { errorOf, payment, raw, sdk, startBench } from './test-bench';

function make(stripe: Stripe, number: string, changes: Record<string, unknown> = {}) {
  return stripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2040, cvc: /^3[47]/.test(number) ? '1234' : '123', ...changes },
  });
}

describe('a payment method', () => {
  it('keeps of a card what Stripe shows of it', async () => {
    const { stripe } = await startBench();
    const made = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '5200 8282 8282 8210', exp_month: 1, exp_year: 2041, cvc: '123' },
      billing_details: { name: 'Ada', email: 'ada@example.com', address: { city: 'Berlin', country: 'DE' } },
    });
    expect(made).toMatchObject({
      object: 'payment_method',
      type: 'card',
      billing_details: {
        name: 'Ada',
        email: 'ada@example.com',
        phone: null,
        address: { city: 'Berlin', line1: null },
      },
      card: {
        brand: 'mastercard',
        last4: '8210',
        funding: 'debit',
        exp_month: 1,
        exp_year: 2041,
        checks: { cvc_check: 'pass' },
      },
    });
    expect(JSON.stringify(made)).not.toContain('5200828282828210');
    expect((await stripe.paymentMethods.retrieve(made.id)).card).toEqual(made.card);
  });

  it('gives the same card the same fingerprint, and another account another one', async () => {
    const { stripe, simulator } = await startBench();
    const one = await make(stripe, '4242424242424242');
    const two = await make(stripe, '4242424242424242');
    const foreign = await make(sdk(simulator.url, 'sk_test_other'), '4242424242424242');
    expect(one.id).not.toBe(two.id);
    expect(one.card?.fingerprint).toBe(two.card?.fingerprint);
    expect(one.card?.fingerprint).not.toBe(foreign.card?.fingerprint);
  });

  it.each<[string, string, Record<string, unknown>, string, string]>([
    ['a wrong digit', '4242424242424241', {}, 'incorrect_number', 'card[number]'],
    ['too few digits', '4242', {}, 'invalid_number', 'card[number]'],
    ['letters', '4242abcd42424242', {}, 'invalid_number', 'card[number]'],
    ['month 13', '4242424242424242', { exp_month: 13 }, 'invalid_expiry_month', 'card[exp_month]'],
    ['a past year', '4242424242424242', { exp_year: 2020 }, 'invalid_expiry_year', 'card[exp_year]'],
    ['a year too far off', '4242424242424242', { exp_year: 2099 }, 'invalid_expiry_year', 'card[exp_year]'],
    [
      'a past month',
      '4242424242424242',
      { exp_month: 5, exp_year: 2030 },
      'invalid_expiry_month',
      'card[exp_month]',
    ],
    ['two digits of cvc', '4242424242424242', { cvc: '99' }, 'invalid_cvc', 'card[cvc]'],
  ])('is refused with %s', async (_, number, changes, code, param) => {
    const { stripe } = await startBench({ now: () => Date.UTC(2030, 5, 1) });
    expect(await errorOf(make(stripe, number, changes))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      param,
    });
  });

  it('is good until its month is over', async () => {
    const { stripe } = await startBench({ now: () => Date.UTC(2030, 5, 30, 23) });
    expect((await make(stripe, '4242424242424242', { exp_month: 6, exp_year: 30 })).card?.exp_year).toBe(
      2030,
    );
  });

  it('with a number that is no test card is declined when it is charged', async () => {
    const { stripe } = await startBench();
    const { id } = await make(stripe, '4539578763621486');
    expect(await errorOf(stripe.paymentIntents.create(payment(id)))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
  });

  it('that does not exist is a 404', async () => {
    const { stripe } = await startBench();
    expect(await errorOf(stripe.paymentMethods.retrieve('pm_x'))).toMatchObject({ statusCode: 404 });
  });

  it.each([
    [{ type: 'paypal' }, 'type', undefined],
    [{ type: 'card' }, 'card', 'parameter_missing'],
    [{ type: 'card', 'card[exp_month]': '1', 'card[exp_year]': '2040' }, 'card[number]', 'parameter_missing'],
    [{ type: 'card', 'card[token]': 'tok_visa' }, 'card[token]', 'parameter_unknown'],
  ])('is refused for %j', async (form, param, code) => {
    const bench = await startBench();
    const { status, error } = await raw(bench, '/v1/payment_methods', { form });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      param,
      ...(code === undefined ? {} : { code }),
    });
  });
});

describe('the published test cards', () => {
  it('are all real numbers', () => {
    expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([]);
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
  });

  it('behave the same by number and by name', async () => {
    const { stripe } = await startBench();
    const outcome = (call: Promise<Stripe.PaymentIntent>) =>
      call.then(
        ({ status }) => status as string,
        (error) => `${error.code} ${error.decline_code ?? '-'}`,
      );
    for (const { number, brand, names } of TEST_CARDS) {
      const made = await make(stripe, number);
      expect(made.card).toMatchObject({ brand, last4: number.slice(-4) });
      const byNumber = await outcome(stripe.paymentIntents.create(payment(made.id)));
      for (const name of names) {
        expect([name, await outcome(stripe.paymentIntents.create(payment(name)))]).toEqual([name, byNumber]);
      }
    }
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['pm_card_chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
  ])('%s is declined with %s, %s', async (name, code, declineCode) => {
    const { stripe } = await startBench();
    const error = await errorOf(stripe.paymentIntents.create(payment(name)));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    // The SDK makes an empty text of a missing decline code.
    expect(error.decline_code || undefined).toBe(declineCode);
  });

  it('charge a card that was set up for it only while the shopper is away', async () => {
    const { stripe } = await startBench();
    const name = 'pm_card_authenticationRequiredSetupForOffSession';
    expect((await stripe.paymentIntents.create(payment(name))).status).toBe('requires_action');
    expect((await stripe.paymentIntents.create(payment(name, { off_session: true }))).status).toBe(
      'succeeded',
    );
  });
});
