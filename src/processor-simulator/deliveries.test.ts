import { expect, it } from 'vitest';
import { eventually, payment, startBench } from './test-bench';

const key = { idempotencyKey: 'k' };

it('loses the answer of a charge that it made, and answers the next request with the key from what is kept', async () => {
  const bench = await startBench();
  const lost = await fetch(`${bench.simulator.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_demo', 'idempotency-key': 'k' },
    body: new URLSearchParams({
      amount: '4200',
      currency: 'usd',
      payment_method: 'pm_card_answerLost',
      confirm: 'true',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
    }),
  }).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(TypeError);
  const [charge, ...others] = (await bench.stripe.charges.list()).data;
  expect(others).toEqual([]);
  expect(charge).toMatchObject({ captured: true });
  const again = await bench.stripe.paymentIntents.create(payment('pm_card_answerLost'), key);
  expect(again).toMatchObject({ status: 'succeeded', latest_charge: charge?.id });
  expect((await bench.stripe.charges.list()).data).toHaveLength(1);
});

it('is silent about a charge that it made, with its answer and its webhooks alike, and keeps the key in use', async () => {
  const now = 1_800_000_000_000;
  const bench = await startBench({
    now: () => now,
    webhook: { url: 'http://127.0.0.1:1/', secret: 'whsec_x' },
  });
  const first = bench.stripe.paymentIntents.create(payment('pm_card_silent'), key).catch(() => 'cut off');
  await eventually(async () => (await bench.stripe.charges.list()).data[0]);
  await expect(bench.stripe.paymentIntents.create(payment('pm_card_silent'), key)).rejects.toMatchObject({
    code: 'idempotency_key_in_use',
  });
  const report = await fetch(`${bench.simulator.url}/_simulator/webhooks`);
  const { deliveries }: { deliveries: { nextTryAtMs: number }[] } = await report.json();
  expect(deliveries.length).toBeGreaterThan(0);
  for (const { nextTryAtMs } of deliveries) expect(nextTryAtMs).toBe(now + 30_000);
  await bench.simulator.close(); // ends the silence
  expect(await first).not.toBeUndefined();
});
