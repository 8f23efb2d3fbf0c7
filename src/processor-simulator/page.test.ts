import { describe, expect, it } from 'vitest';
import { CHARGE_FORM, errorOf, payment, raw, startBench } from './test-bench';

describe('the books', () => {
  it('tell charges, declines and refunds, and how often each key came', async () => {
    const bench = await startBench();
    for (let tap = 0; tap < 3; tap += 1) {
      const headers = { 'idempotency-key': 'tap' };
      await raw(bench, '/v1/payment_intents', { form: { ...CHARGE_FORM, 'metadata[order]': '7' }, headers });
    }
    await errorOf(bench.stripe.paymentIntents.create(payment('pm_card_visa_chargeDeclined')));
    const yen = await bench.stripe.paymentIntents.create(
      payment('pm_card_amex', { amount: 500, currency: 'jpy' }),
    );
    await bench.stripe.refunds.create({ payment_intent: yen.id, amount: 100 });
    await bench.stripe.paymentIntents.create(payment('pm_card_visa', { capture_method: 'manual' }));

    const report = JSON.parse((await raw(bench, '/_simulator/books')).text);
    expect(report.totals).toEqual({
      captured: { count: 2, sums: { usd: 4200, jpy: 500 } },
      authorized: { count: 1, sums: { usd: 4200 } },
      declined: { count: 1, sums: { usd: 4200 } },
      refunded: { count: 1, sums: { jpy: 100 } },
    });
    expect(report.charges.map((charge: { status: string }) => charge.status)).toEqual([
      'authorized',
      'captured',
      'declined',
      'captured',
    ]);
    expect(report.charges[3]).toMatchObject({
      account: 'demo',
      amount: 4200,
      card: { brand: 'visa', last4: '4242' },
      metadata: { order: '7' },
      idempotencyKey: 'tap',
      requests: 3,
    });
    expect(report.charges[2]).toMatchObject({ declineCode: 'generic_decline' });
    const page = await raw(bench, '/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const shown of [
      '$42.00 · ¥500',
      '3 requests',
      'key <code>tap</code>',
      '¥100 refunded',
      'generic_decline',
    ]) {
      expect(page.text).toContain(shown);
    }
  });

  it('show nothing of a request as markup', async () => {
    const bench = await startBench();
    const attack = `<img src=x onerror="alert('1')">&`;
    await raw(bench, '/v1/payment_intents', {
      form: { ...CHARGE_FORM, [`metadata[${attack.slice(0, 30)}]`]: attack },
      headers: { 'idempotency-key': attack },
    });
    const page = await raw(bench, '/');
    expect(page.text).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
    expect(page.text).not.toContain('<img');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are empty, and say what to do, before the first charge', async () => {
    expect((await raw(await startBench(), '/')).text).toContain('No charge yet');
  });
});

describe('the settings', () => {
  it('are read and changed as JSON, while the simulator runs', async () => {
    const bench = await startBench({ latencyMs: 5 });
    const change = (body: string, type = 'application/json') =>
      fetch(`${bench.simulator.url}/_simulator/settings`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
    const initial = {
      latencyMs: 5,
      searchLagMs: 60_000,
      refundDelayMs: 1000,
      webhook: null,
      webhooks: {
        mode: 'normally',
        lateMs: 5000,
        batchSize: 8,
        batchMs: 1000,
        timeoutMs: 10_000,
        retryBaseMs: 1000,
      },
    };
    expect(JSON.parse((await raw(bench, '/_simulator/settings')).text)).toEqual(initial);
    const changed = {
      ...initial,
      latencyMs: 0,
      webhook: { url: 'http://127.0.0.1:9/' },
      webhooks: { ...initial.webhooks, mode: 'late', lateMs: 7 },
    };
    expect(
      await (
        await change(
          '{"latencyMs":0,"webhook":{"url":"http://127.0.0.1:9/","secret":"whsec_a"},"webhooks":{"mode":"late","lateMs":7}}',
        )
      ).json(),
    ).toEqual(changed);
    for (const wrong of [
      '{"latencyMs":-1}',
      '{"latencyMs":"1"}',
      '{"speed":1}',
      'fast',
      'null',
      '{"latencyMs":9,"webhook":{"url":"http://127.0.0.1:9/"}}',
      '{"latencyMs":9,"webhook":{"url":"file:///etc/passwd","secret":"whsec_a"}}',
      '{"latencyMs":9,"webhook":{"url":"http://127.0.0.1:9/","secret":"secret"}}',
      '{"latencyMs":9,"webhooks":{"mode":"sometimes"}}',
    ]) {
      expect((await change(wrong)).status).toBe(400);
    }
    expect((await change('{"latencyMs":9}', 'text/plain')).status).toBe(415);
    expect((await change(`{"latencyMs":9${' '.repeat(1_100_000)}}`)).status).toBe(413);
    expect(JSON.parse((await raw(bench, '/_simulator/settings')).text)).toEqual(changed);
  });
});
