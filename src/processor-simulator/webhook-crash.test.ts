import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnSimulator } from './process-bench';
import { eventually, payment, sdk, setSettings, temporaryDirectory } from './test-bench';
import { SECRET, startReceiver, untilReport, webhooksOf } from './webhook-bench';

const at = (url: string) => ({ simulator: { url } });

describe('kill -9', { timeout: 120_000 }, () => {
  it('loses no webhook that was not acknowledged, and sends no acknowledged one again', async () => {
    const dataDir = await temporaryDirectory();
    const receiver = await startReceiver();
    const first = spawnSimulator({
      PROCESSOR_DATA_DIR: dataDir,
      PROCESSOR_WEBHOOK_URL: receiver.url,
      PROCESSOR_WEBHOOK_SECRET: SECRET,
    });
    const url = await first.url;
    await sdk(url).paymentIntents.create(payment());
    await untilReport(at(url), ({ totals }) => totals.delivered === 4);
    receiver.answerWith(() => 'nothing');
    const paid = await sdk(url).paymentIntents.create(payment());
    await receiver.until(8);
    first.child.kill('SIGKILL');
    await first.ended;

    receiver.answerWith(() => 200);
    // The endpoint is not given again: it is in the journal.
    const second = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir });
    const after = at(await second.url);
    const { deliveries } = await untilReport(after, ({ totals }) => totals.delivered === 8);
    expect(deliveries.filter(({ tries }) => tries === 1)).toHaveLength(8);
    expect(receiver.received).toHaveLength(12);
    const counts = new Map<string, number>();
    for (const { event } of receiver.received) counts.set(event.id, (counts.get(event.id) ?? 0) + 1);
    expect([...counts.values()].sort()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    expect(receiver.types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(3);
    expect(JSON.stringify(receiver.received.slice(8))).toContain(paid.id);
  });

  it('in a stream of payments leaves none whose webhooks do not come', async () => {
    const dataDir = await temporaryDirectory();
    const receiver = await startReceiver();
    const environment = {
      PROCESSOR_DATA_DIR: dataDir,
      PROCESSOR_WEBHOOK_URL: receiver.url,
      PROCESSOR_WEBHOOK_SECRET: SECRET,
    };
    receiver.answerWith((_, count) => (count % 3 === 0 ? 'nothing' : 200));
    const answered = new Set<string>();
    for (const enough of [30, 60]) {
      const simulator = spawnSimulator(environment);
      const stripe = sdk(await simulator.url);
      const shopper = async () => {
        while (answered.size < enough) answered.add((await stripe.paymentIntents.create(payment())).id);
        simulator.child.kill('SIGKILL');
      };
      await Promise.allSettled([shopper(), shopper(), shopper()]);
      await simulator.ended;
    }
    receiver.answerWith(() => 200);
    const last = spawnSimulator(environment);
    const after = at(await last.url);
    const charged = (await webhooksOf(after)).totals;
    expect(charged.waiting + charged.delivered).toBeGreaterThanOrEqual(60 * 4);
    await untilReport(after, ({ totals }) => totals.waiting === 0);
    const told = new Set(
      receiver.received.flatMap(({ event }) =>
        event.type === 'payment_intent.succeeded' ? event.data.object.id : [],
      ),
    );
    for (const id of answered) expect(told).toContain(id);
  });

  it('before the time of a late refund outcome does not keep it from happening', async () => {
    const dataDir = await temporaryDirectory();
    const receiver = await startReceiver();
    const first = spawnSimulator({
      PROCESSOR_DATA_DIR: dataDir,
      PROCESSOR_WEBHOOK_URL: receiver.url,
      PROCESSOR_WEBHOOK_SECRET: SECRET,
    });
    const url = await first.url;
    await setSettings(at(url), { refundDelayMs: 1500 });
    const paid = await sdk(url).paymentIntents.create(payment('pm_card_refundFail'));
    const { id } = await sdk(url).refunds.create({ payment_intent: paid.id });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await readFile(path.join(dataDir, 'journal.jsonl'), 'utf8')).not.toContain('refund.failed');

    const second = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir });
    const stripe = sdk(await second.url);
    await eventually(async () =>
      (await stripe.refunds.retrieve(id)).status === 'failed' ? true : undefined,
    );
    await eventually(async () => (receiver.types().includes('refund.failed') ? true : undefined));
    expect(receiver.types().filter((type) => type === 'refund.failed')).toHaveLength(1);
  });
});

describe('the environment', { timeout: 60_000 }, () => {
  it.each([
    [{ PROCESSOR_WEBHOOK_URL: 'shop', PROCESSOR_WEBHOOK_SECRET: 'whsec_a' }, 'PROCESSOR_WEBHOOK_URL must be'],
    [{ PROCESSOR_WEBHOOK_URL: 'http://127.0.0.1/' }, 'PROCESSOR_WEBHOOK_SECRET must be'],
    [{ PROCESSOR_WEBHOOK_SECRET: 'whsec_a' }, 'PROCESSOR_WEBHOOK_URL must be'],
  ])('that makes no sense ends the start with one sentence: %j', async (environment, sentence) => {
    const { code, stderr } = await spawnSimulator({
      PROCESSOR_DATA_DIR: await temporaryDirectory(),
      ...environment,
    }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
