import { describe, expect, it } from 'vitest';
import { errorOf, eventually, payment, raw, setSettings, startBench } from './test-bench';
import { SECRET, startReceiver, untilReport } from './webhook-bench';

async function refunded(card: string) {
  const receiver = await startReceiver();
  const bench = await startBench({ webhook: { url: receiver.url, secret: SECRET } });
  await setSettings(bench, { refundDelayMs: 3_600_000 });
  const early = await bench.stripe.paymentIntents.create(payment(card));
  const waiting = await bench.stripe.refunds.create({ payment_intent: early.id });
  await setSettings(bench, { refundDelayMs: 0 });
  const paid = await bench.stripe.paymentIntents.create(payment(card));
  const refund = await bench.stripe.refunds.create({ payment_intent: paid.id, amount: 1000 });
  const settled = await eventually(async () => {
    const now = await bench.stripe.refunds.retrieve(refund.id);
    return now.status === refund.status ? undefined : now;
  });
  await untilReport(bench, ({ totals }) => totals.waiting === 0);
  return { bench, receiver, waiting, paid, refund, settled };
}

describe('a refund to the card of asynchronous success', { timeout: 30_000 }, () => {
  it('is pending first, and succeeds later by itself with its events', async () => {
    const { bench, receiver, waiting, paid, refund, settled } = await refunded('pm_card_pendingRefund');
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(settled).toMatchObject({ id: refund.id, status: 'succeeded' });
    expect((await bench.stripe.refunds.retrieve(waiting.id)).status).toBe('pending');
    const [update] = receiver.received.filter(({ event }) => event.type === 'refund.updated');
    expect(update?.event).toMatchObject({
      request: { id: null, idempotency_key: null },
      data: { object: { id: refund.id, status: 'succeeded' }, previous_attributes: { status: 'pending' } },
    });
    expect(receiver.types()).not.toContain('refund.failed');
    const charge = await bench.stripe.charges.retrieve(String(paid.latest_charge));
    expect(charge.amount_refunded).toBe(1000);
  });
});

describe('a refund to the card of asynchronous failure', { timeout: 30_000 }, () => {
  it('succeeds first, and fails later: the money is the account’s again, and may be refunded once more', async () => {
    const { bench, receiver, paid, refund, settled } = await refunded('pm_card_refundFail');
    expect(refund.status).toBe('succeeded');
    expect(settled).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(
      receiver
        .types()
        .filter((type) => type.includes('refund'))
        .sort(),
    ).toEqual([
      'charge.refund.updated',
      'charge.refunded',
      'charge.refunded',
      'refund.created',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ]);
    const charge = await bench.stripe.charges.retrieve(String(paid.latest_charge));
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
    const booked = await bench.stripe.balanceTransactions.list({ source: refund.id });
    expect(booked.data.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 1000],
      ['refund', -1000],
    ]);
    const report = JSON.parse((await raw(bench, '/_simulator/books')).text);
    expect(report.totals.refunded).toEqual({ count: 1, sums: { usd: 4200 } });
    const again = await bench.stripe.refunds.create({ payment_intent: paid.id });
    expect(again).toMatchObject({ amount: 4200, status: 'succeeded' });
    const other = await errorOf(bench.stripe.refunds.create({ payment_intent: paid.id, amount: 5000 }));
    expect(other.statusCode).toBe(400);
  });

  it('keeps its state over a restart, and what became due meanwhile happens', async () => {
    const before = await startBench();
    await setSettings(before, { refundDelayMs: 3_600_000 });
    const paid = await before.stripe.paymentIntents.create(payment('pm_card_refundFail'));
    const { id } = await before.stripe.refunds.create({ payment_intent: paid.id });
    await before.simulator.close();
    const early = await startBench({ dataDir: before.dataDir });
    expect((await early.stripe.refunds.retrieve(id)).status).toBe('succeeded');
    await early.simulator.close();
    const after = await startBench({ dataDir: before.dataDir, now: () => Date.now() + 3_600_000 });
    await eventually(async () =>
      (await after.stripe.refunds.retrieve(id)).status === 'failed' ? true : undefined,
    );
  });
});
