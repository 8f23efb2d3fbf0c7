import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSimulator } from './simulator';
import { payment, startBench, temporaryDirectory } from './test-bench';

const start = (dataDir: string) => startSimulator({ port: 0, host: '127.0.0.1', dataDir });

describe('the journal', () => {
  it('brings every object back after a restart', async () => {
    const before = await startBench();
    const paid = await before.stripe.paymentIntents.create(payment());
    await before.stripe.refunds.create({ payment_intent: paid.id, amount: 200 });
    await before.stripe.paymentIntents.create({ amount: 500, currency: 'eur', metadata: { a: 'b' } });
    const read = async ({ stripe }: typeof before) => ({
      intents: (await stripe.paymentIntents.list()).data,
      charges: (await stripe.charges.list()).data,
      refunds: (await stripe.refunds.list()).data,
      transactions: (await stripe.balanceTransactions.list()).data,
      events: (await stripe.events.list()).data,
    });
    const told = await read(before);
    await before.simulator.close();
    const after = await startBench({ dataDir: before.dataDir });

    expect(await read(after)).toEqual(told);
    expect(told.events.length).toBeGreaterThan(4);
  });

  it('from before there were webhooks and late refunds is still read', async () => {
    const before = await startBench();
    const paid = await before.stripe.paymentIntents.create(payment());
    const { id } = await before.stripe.refunds.create({ payment_intent: paid.id });
    await before.simulator.close();
    const journal = path.join(before.dataDir, 'journal.jsonl');
    const newer = await readFile(journal, 'utf8');
    const older = newer
      .replaceAll('"status":"succeeded","outcome":null,"failure":null,', '')
      .replaceAll(/"previous":(null|\{[^}]*\}),/g, '');
    expect(older).not.toContain('outcome":null');
    expect(older).not.toContain('"previous"');
    await writeFile(journal, older);
    const after = await startBench({ dataDir: before.dataDir });
    expect((await after.stripe.refunds.retrieve(id)).status).toBe('succeeded');
    expect((await after.stripe.events.list()).data).toHaveLength(6);
  });

  it('cuts off a last line that a kill left half written, and goes on behind it', async () => {
    const before = await startBench();
    await before.stripe.paymentIntents.create(payment());
    await before.simulator.close();
    const journal = path.join(before.dataDir, 'journal.jsonl');
    const whole = await readFile(journal, 'utf8');
    await appendFile(journal, whole.slice(0, 300));

    const middle = await startBench({ dataDir: before.dataDir });
    expect(await readFile(journal, 'utf8')).toBe(whole);
    await middle.stripe.paymentIntents.create(payment());
    await middle.simulator.close();
    const after = await startBench({ dataDir: before.dataDir });
    expect((await after.stripe.charges.list()).data).toHaveLength(2);
  });

  it('starts from a journal that is one torn line', async () => {
    const dataDir = await temporaryDirectory();
    await writeFile(path.join(dataDir, 'journal.jsonl'), '{"version":1,"at":17');
    const bench = await startBench({ dataDir });
    expect((await bench.stripe.charges.list()).data).toEqual([]);
  });

  it.each(['not json at all', '{"version":1}', ''])(
    'does not start from a damaged line: %j',
    async (line) => {
      const before = await startBench();
      await before.stripe.paymentIntents.create(payment());
      await before.simulator.close();
      const journal = path.join(before.dataDir, 'journal.jsonl');
      await writeFile(journal, `${line}\n${await readFile(journal, 'utf8')}`);

      await expect(start(before.dataDir)).rejects.toThrow(/damaged at .*journal\.jsonl, line 1:/);
    },
  );

  it('holds no card number and no security code', async () => {
    const bench = await startBench();
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '987' };
    const method = await bench.stripe.paymentMethods.create(
      { type: 'card', card },
      { idempotencyKey: 'card' },
    );
    await bench.stripe.paymentIntents.create(payment(method.id));

    const kept = await readFile(path.join(bench.dataDir, 'journal.jsonl'), 'utf8');
    expect(kept).toContain('"last4":"4242"');
    expect(kept).not.toContain(card.number);
    expect(kept).not.toMatch(/\b987\b/);
  });

  it('writes only lines that it can read again, whatever the metadata', async () => {
    const before = await startBench();
    const metadata = JSON.parse(
      '{"__proto__":"p","constructor":"c","toString":"t","line":"a\\nb\\u2028","emoji":"😀"}',
    );
    const intent = await before.stripe.paymentIntents.create({ amount: 500, currency: 'usd', metadata });
    await before.simulator.close();
    const after = await startBench({ dataDir: before.dataDir });
    expect((await after.stripe.paymentIntents.retrieve(intent.id)).metadata).toEqual(intent.metadata);
    expect(intent.metadata.constructor).toBe('c');
  });
});

describe('the data directory', () => {
  it('is used by one simulator at a time', async () => {
    const bench = await startBench();
    await expect(start(bench.dataDir)).rejects.toThrow(
      /Another processor simulator .* is using the data directory/,
    );
  });

  it('is free again after a close', async () => {
    const bench = await startBench();
    await bench.simulator.close();
    await expect(startBench({ dataDir: bench.dataDir })).resolves.toBeDefined();
    expect((await readdir(bench.dataDir)).filter((name) => name.startsWith('lock.'))).toHaveLength(1);
  });

  it.each([
    ['a process that is gone', 'lock.999999999.5.abc'],
    ['another program that got the same process id', 'lock.1.1.abc'],
    ['an earlier life of this process id', `lock.${process.pid}.1.abc`],
  ])('is taken over from %s', async (_, name) => {
    const dataDir = await temporaryDirectory();
    await writeFile(path.join(dataDir, name), '');
    await startBench({ dataDir });
    expect(await readdir(dataDir)).not.toContain(name);
  });

  it('is named in a sentence when it cannot be used', async () => {
    const dataDir = path.join(await temporaryDirectory(), 'file');
    await writeFile(dataDir, '');
    await expect(start(dataDir)).rejects.toThrow(
      /^The data directory .* cannot be used \(.*\)\. Set PROCESSOR_DATA_DIR/,
    );
  });

  it('is named in a sentence when the journal in it is a directory', async () => {
    const dataDir = await temporaryDirectory();
    await mkdir(path.join(dataDir, 'journal.jsonl'));
    await expect(start(dataDir)).rejects.toThrow(/cannot be used/);
    await rm(path.join(dataDir, 'journal.jsonl'), { recursive: true });
    await expect(startBench({ dataDir })).resolves.toBeDefined();
  });
});
