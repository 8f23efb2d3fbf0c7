import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { payment, postJson, setSettings, startBench } from './test-bench';
import { type Receiver, SECRET, startReceiver, untilReport, webhooksOf } from './webhook-bench';

const ORDER = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'charge.updated'];

async function benchWith(webhooks: Readonly<Record<string, unknown>>) {
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, secret: SECRET };
  const bench = await startBench({ webhook });
  await setSettings(bench, { webhooks });
  return { bench, receiver };
}

const ids = (receiver: Receiver) => receiver.received.map(({ event }) => event.id);

describe('webhooks sent twice', { timeout: 30_000 }, () => {
  it('come as two copies of the same bytes, and both are seen through', async () => {
    const { bench, receiver } = await benchWith({ mode: 'twice', retryBaseMs: 1 });
    receiver.answerWith((_, count) => (count === 1 ? 500 : 200));
    await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ totals }) => totals.delivered === 8);
    expect(receiver.received).toHaveLength(9);
    expect(new Set(ids(receiver)).size).toBe(4);
    expect(new Set(receiver.received.map(({ payload }) => payload)).size).toBe(4);
    expect(receiver.received[0]?.event.pending_webhooks).toBe(1);
  });
});

describe('webhooks sent late', { timeout: 30_000 }, () => {
  it('wait for their time, and those of later events do not wait for them', async () => {
    const { bench, receiver } = await benchWith({ mode: 'late', lateMs: 3_600_000 });
    const late = await bench.stripe.paymentIntents.create(payment());
    await setSettings(bench, { webhooks: { mode: 'normally' } });
    const prompt = await bench.stripe.paymentIntents.create(payment());
    const { deliveries } = await untilReport(bench, ({ totals }) => totals.delivered === 4);
    expect(JSON.stringify(receiver.received)).toContain(prompt.id);
    expect(JSON.stringify(receiver.received)).not.toContain(late.id);
    const waiting = deliveries.filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(4);
    for (const { tries, createdAtMs, nextTryAtMs } of waiting) {
      expect(tries).toBe(0);
      expect(nextTryAtMs).toBe(createdAtMs + 3_600_000);
    }
  });

  it('are sent by themselves when their time has come, and not before', async () => {
    const { bench, receiver } = await benchWith({ mode: 'late', lateMs: 60 });
    await bench.stripe.paymentIntents.create(payment());
    await receiver.until(4);
    const { deliveries } = await untilReport(bench, ({ totals }) => totals.delivered === 4);
    for (const { createdAtMs, deliveredAtMs } of deliveries) {
      // A timer may fire up to a millisecond early by the clock of the day.
      expect((deliveredAtMs ?? 0) - createdAtMs).toBeGreaterThanOrEqual(59);
    }
  });
});

describe('webhooks sent out of order', { timeout: 30_000 }, () => {
  it('are held back until there are enough, and then the newest comes first', async () => {
    const { bench, receiver } = await benchWith({ mode: 'out_of_order', batchSize: 6, batchMs: 3_600_000 });
    const paid = await bench.stripe.paymentIntents.create(payment());
    expect((await webhooksOf(bench)).totals).toMatchObject({ waiting: 4, delivered: 0 });
    expect(receiver.received).toEqual([]);
    await bench.stripe.refunds.create({ payment_intent: paid.id });
    await untilReport(bench, ({ totals }) => totals.delivered === 6);
    expect(receiver.types()).toEqual([...ORDER, 'refund.created', 'charge.refunded'].reverse());
  });

  it('that do not become enough are sent when the first has waited long enough', async () => {
    const { bench, receiver } = await benchWith({ mode: 'out_of_order', batchSize: 1000, batchMs: 1 });
    // The time runs from the first of them, and all four come in the same moment.
    await bench.stripe.paymentIntents.create(payment());
    await receiver.until(4);
    expect(receiver.types()).toEqual([...ORDER].reverse());
  });

  it('leave nothing behind when the mode is changed', async () => {
    const { bench, receiver } = await benchWith({
      mode: 'out_of_order',
      batchSize: 1000,
      batchMs: 3_600_000,
    });
    await bench.stripe.paymentIntents.create(payment());
    await setSettings(bench, { webhooks: { mode: 'normally' } });
    await receiver.until(4);
    expect(receiver.types()).toEqual([...ORDER].reverse());
  });

  it('and refused on the way are sent again all the same', async () => {
    const { bench, receiver } = await benchWith({ mode: 'out_of_order', batchSize: 4, retryBaseMs: 1 });
    receiver.answerWith((_, count) => (count <= 2 ? 500 : 200));
    await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    expect(new Set(ids(receiver)).size).toBe(4);
    expect(receiver.received).toHaveLength(6);
  });
});

describe('webhooks never sent', { timeout: 30_000 }, () => {
  it('are recorded, and come when they are asked for, in the order asked for', async () => {
    const { bench, receiver } = await benchWith({ mode: 'never' });
    await bench.stripe.paymentIntents.create(payment());
    expect((await webhooksOf(bench)).totals).toMatchObject({ held: 4, delivered: 0 });
    const redeliver = (body: unknown) => postJson(bench, '/_simulator/webhooks/redeliver', body);

    const held = (await webhooksOf(bench)).deliveries;
    const [newest] = held;
    expect(await redeliver({ events: [newest?.event] })).toEqual({ redelivering: 1 });
    await receiver.until(1);
    await untilReport(bench, ({ totals }) => totals.delivered === 1 && totals.held === 3);
    expect(receiver.types()).toEqual([newest?.type]);

    expect(await redeliver({ order: 'newest_first' })).toEqual({ redelivering: 3 });
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    expect(receiver.types()).toEqual([...ORDER].reverse());

    expect(await redeliver({})).toEqual({ redelivering: 0 });
    expect(await redeliver({ which: 'all' })).toEqual({ redelivering: 4 });
    await receiver.until(8);
    expect(receiver.types()).toEqual([...[...ORDER].reverse(), ...ORDER]);
    expect(new Set(ids(receiver)).size).toBe(4);
  });

  it('stay recorded over a restart, and are not sent by it', async () => {
    const { bench, receiver } = await benchWith({ mode: 'never' });
    await bench.stripe.paymentIntents.create(payment());
    await bench.simulator.close();
    const after = await startBench({ dataDir: bench.dataDir });
    expect((await webhooksOf(after)).totals).toMatchObject({ held: 4, delivered: 0 });
    expect(receiver.received).toEqual([]);
    await postJson(after, '/_simulator/webhooks/redeliver', {});
    await receiver.until(4);
    expect(receiver.types()).toEqual(ORDER);
  });

  it('need a request that can be understood', async () => {
    const { bench } = await benchWith({ mode: 'never' });
    for (const wrong of [{ which: 'some' }, { order: 'mixed' }, { more: 1 }, null]) {
      await expect(postJson(bench, '/_simulator/webhooks/redeliver', wrong)).rejects.toThrow('redelivered');
    }
  });
});

describe('webhooks that were refused', { timeout: 30_000 }, () => {
  it('come at once when they are asked for, whatever pause is due', async () => {
    const { bench, receiver } = await benchWith({ retryBaseMs: 60_000 });
    receiver.answerWith((_, count) => (count === 1 ? 500 : 200));
    await bench.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await untilReport(bench, ({ deliveries }) => deliveries[0]?.lastStatus === 500);
    expect(await postJson(bench, '/_simulator/webhooks/redeliver', {})).toEqual({ redelivering: 1 });
    const { deliveries } = await untilReport(bench, ({ totals }) => totals.delivered === 1);
    expect(deliveries[0]).toMatchObject({ tries: 2, lastStatus: 200, nextTryAtMs: null });
  });

  it('until they were given up come only when they are asked for', async () => {
    const { bench, receiver } = await benchWith({ mode: 'never' });
    await bench.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await bench.simulator.close();
    // Fifteen tries take minutes, so the journal is made to say that they are over.
    const journal = path.join(bench.dataDir, 'journal.jsonl');
    const held = await readFile(journal, 'utf8');
    await writeFile(journal, held.replace('"state":"held"', '"state":"failed"'));
    const after = await startBench({ dataDir: bench.dataDir });
    expect((await webhooksOf(after)).totals).toMatchObject({ failed: 1, waiting: 0 });
    expect(receiver.received).toEqual([]);
    await postJson(after, '/_simulator/webhooks/redeliver', {});
    await receiver.until(1);
    await untilReport(after, ({ totals }) => totals.delivered === 1);
  });
});
