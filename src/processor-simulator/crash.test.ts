import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BookReport } from './book-report';
import { spawnSimulator } from './process-bench';
import { payment, raw, sdk, temporaryDirectory } from './test-bench';

const booksAt = async (url: string): Promise<BookReport> =>
  JSON.parse((await raw({ simulator: { url } }, '/_simulator/books')).text);

describe('kill -9', { timeout: 120_000 }, () => {
  it('in a stream of requests loses no answered charge, and every key still has at most one', async () => {
    const dataDir = await temporaryDirectory();
    const answered = new Map<string, string>();
    const asked = new Set<string>();
    const rounds = 3;
    for (let round = 0; round < rounds; round += 1) {
      const simulator = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir });
      const stripe = sdk(await simulator.url);
      const enough = round * 40 + 40;
      let isKilled = false;
      const shopper = async (name: string) => {
        for (let order = 0; !isKilled; order += 1) {
          const key = `${round}-${name}-${order}`;
          asked.add(key);
          try {
            const intent = await stripe.paymentIntents.create(
              payment('pm_card_visa', { metadata: { key } }),
              {
                idempotencyKey: key,
              },
            );
            answered.set(key, intent.id);
          } catch {
            // Cut off by the kill: whether this one was charged, only the books can say.
            return;
          }
          if (answered.size >= enough && !isKilled) {
            isKilled = true;
            simulator.child.kill('SIGKILL');
          }
        }
      };
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(shopper));
      expect((await simulator.ended).code).toBeNull();
    }

    const simulator = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir });
    const url = await simulator.url;
    const stripe = sdk(url);
    const { charges } = await booksAt(url);
    const byKey = new Map<string, BookReport['charges'][number][]>();
    for (const charge of charges) {
      const key = charge.metadata.key ?? '';
      byKey.set(key, [...(byKey.get(key) ?? []), charge]);
    }
    expect(answered.size).toBeGreaterThanOrEqual(rounds * 40);
    for (const [key, intent] of answered) {
      expect(byKey.get(key)).toMatchObject([
        { paymentIntent: intent, status: 'captured', idempotencyKey: key },
      ]);
    }
    for (const [key, made] of byKey) {
      expect(asked).toContain(key);
      expect(made).toHaveLength(1);
    }

    // Whoever was cut off asks again with the same key, and there is one charge for every key.
    for (const key of asked) {
      const intent = await stripe.paymentIntents.create(payment('pm_card_visa', { metadata: { key } }), {
        idempotencyKey: key,
      });
      expect(intent.id).toBe(answered.get(key) ?? byKey.get(key)?.[0]?.paymentIntent ?? intent.id);
    }
    expect((await booksAt(url)).totals.captured.count).toBe(asked.size);
  });

  it('between the work and its answer leaves the charge, and the same key answers with it', async () => {
    const dataDir = await temporaryDirectory();
    const first = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir, PROCESSOR_LATENCY_MS: '60000' });
    const lost = sdk(await first.url).paymentIntents.create(payment(), { idempotencyKey: 'k' });
    const outcome = lost.then(
      () => 'answered',
      () => 'cut off',
    );
    const url = await first.url;
    while ((await booksAt(url)).charges.length === 0);
    first.child.kill('SIGKILL');
    expect(await outcome).toBe('cut off');
    await first.ended;

    const second = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir });
    const again = await sdk(await second.url).paymentIntents.create(payment(), { idempotencyKey: 'k' });
    expect(again.status).toBe('succeeded');
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await booksAt(await second.url)).totals.captured.count).toBe(1);
    expect(await readFile(path.join(dataDir, 'journal.jsonl'), 'utf8')).toContain(again.id);
  });
});
