import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CHARGE_FORM, errorOf, payment, raw, sdk, startBench } from './test-bench';

const CARD_FORM = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
};

describe('an API key', () => {
  it.each([
    ['no header', ''],
    ['a live key', 'Bearer sk_live_abcdefghijklmnop'],
    ['another scheme', 'Digest sk_test_demo'],
    ['no key', 'Bearer '],
  ])('is needed: %s is a 401', async (_, authorization) => {
    const bench = await startBench();
    const answer = await raw(bench, '/v1/payment_intents', { form: CHARGE_FORM, headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, error: { type: 'invalid_request_error' } });
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
    expect(answer.text).not.toContain('abcdefghijklmnop');
  });

  it('is taken as Basic user name as well', async () => {
    const bench = await startBench();
    const authorization = `Basic ${Buffer.from('sk_test_demo:').toString('base64')}`;
    expect((await raw(bench, '/v1/charges', { headers: { authorization } })).status).toBe(200);
  });

  it('that is publishable makes payment methods for its account, and nothing else', async () => {
    const bench = await startBench();
    const page = sdk(bench.simulator.url, 'pk_test_demo');
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    const { id } = await page.paymentMethods.create({ type: 'card', card });
    for (const call of [
      page.paymentIntents.create(payment(id)),
      page.charges.list(),
      page.paymentMethods.retrieve(id),
    ]) {
      expect(await errorOf(call)).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
    }
    expect((await bench.stripe.paymentIntents.create(payment(id))).status).toBe('succeeded');
  });

  it('of another account sees other books', async () => {
    const bench = await startBench();
    await bench.stripe.paymentIntents.create(payment());
    expect((await sdk(bench.simulator.url, 'sk_test_other').charges.list()).data).toEqual([]);
  });
});

describe('a browser', () => {
  it('may send card data from any page', async () => {
    const bench = await startBench();
    const preflight = await raw(bench, '/v1/payment_methods', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://shop.example',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'stripe-version']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    const headers = { authorization: 'Bearer pk_test_demo', origin: 'http://shop.example' };
    const made = await raw(bench, '/v1/payment_methods', { form: CARD_FORM, headers });
    expect(made.status).toBe(200);
    expect(made.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a request', () => {
  it('to an unknown address is a 404 in the same shape', async () => {
    const bench = await startBench();
    const answer = await raw(bench, '/v1/customers', { form: {} });
    expect(answer).toMatchObject({
      status: 404,
      error: { type: 'invalid_request_error', message: 'Unrecognized request URL (POST: /v1/customers).' },
    });
  });

  it('of more than 1 MB is a 413, and the simulator goes on', async () => {
    const bench = await startBench();
    const form = { ...CHARGE_FORM, description: 'x'.repeat(1_100_000) };
    expect((await raw(bench, '/v1/payment_intents', { form })).status).toBe(413);
    expect((await bench.stripe.charges.list()).data).toEqual([]);
  });

  it('in JSON is refused, because Stripe takes forms', async () => {
    const bench = await startBench();
    const response = await fetch(`${bench.simulator.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
      body: JSON.stringify(payment()),
    });
    expect(response.status).toBe(400);
  });

  it('that breaks off before its end does nothing', async () => {
    const bench = await startBench();
    const body = new URLSearchParams(CHARGE_FORM).toString();
    const closed = new Promise<void>((resolve) => {
      const broken = httpRequest(`${bench.simulator.url}/v1/payment_intents`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_demo',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(body.length),
          'idempotency-key': 'k',
        },
      });
      broken.on('error', () => {});
      broken.on('close', resolve);
      broken.write(body.slice(0, -5), () => broken.destroy());
    });
    await closed;
    expect((await bench.stripe.charges.list()).data).toEqual([]);
    expect((await bench.stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' })).status).toBe(
      'succeeded',
    );
  });
});
