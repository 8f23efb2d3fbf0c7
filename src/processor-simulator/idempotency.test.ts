import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { BookReport } from './book-report';
import { RETENTION_MS } from './idempotency';
import {
  type Bench,
  CHARGE_FORM,
  errorOf,
  eventually,
  payment,
  raw,
  sdk,
  setSettings,
  startBench,
} from './test-bench';

async function books(bench: Bench): Promise<BookReport> {
  return JSON.parse((await raw(bench, '/_simulator/books')).text);
}

function pay(bench: Bench, key: string, changes: Record<string, string> = {}, path = '/v1/payment_intents') {
  return raw(bench, path, { form: { ...CHARGE_FORM, ...changes }, headers: { 'idempotency-key': key } });
}

describe('an idempotency key', () => {
  it('charges once for 20 simultaneous requests with one key', async () => {
    const bench = await startBench({ latencyMs: 200 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(bench, 'tap')));

    const inUse = answers.filter(({ status }) => status === 409);
    const paid = answers.filter(({ status }) => status === 200);
    expect(inUse.length).toBeGreaterThan(0);
    expect(paid.length).toBeGreaterThan(0);
    expect(inUse.length + paid.length).toBe(20);
    expect(new Set(paid.map(({ text }) => text)).size).toBe(1);
    const { charges, totals } = await books(bench);
    expect(totals.captured).toEqual({ count: 1, sums: { usd: 4200 } });
    expect(charges[0]).toMatchObject({ idempotencyKey: 'tap', requests: 20 });
  });

  it('answers the same bytes again, and says that it did', async () => {
    const bench = await startBench();
    const first = await pay(bench, 'k');
    const second = await pay(bench, 'k');

    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });

  it('answers the same bytes again after a restart', async () => {
    const before = await startBench();
    const first = await pay(before, 'k');
    await before.simulator.close();
    const after = await startBench({ dataDir: before.dataDir });
    const second = await pay(after, 'k');

    expect(second.text).toBe(first.text);
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect((await books(after)).charges).toMatchObject([{ requests: 2 }]);
  });

  it('is the same key whatever the order of the parameters', async () => {
    const bench = await startBench();
    const first = await pay(bench, 'k');
    const form = Object.fromEntries(Object.entries(CHARGE_FORM).reverse());
    const second = await raw(bench, '/v1/payment_intents', { form, headers: { 'idempotency-key': 'k' } });
    expect(second.text).toBe(first.text);
  });

  it('is in use until the answer goes out: a second request meets 409', async () => {
    const bench = await startBench({ latencyMs: 60_000 });
    const first = pay(bench, 'k');
    await eventually(async () => ((await books(bench)).charges.length === 1 ? true : undefined));
    await setSettings(bench, { latencyMs: 0 });
    const second = await pay(bench, 'k');
    const other = await pay(bench, 'k', { amount: '100' });
    await bench.simulator.close();

    expect(second.status).toBe(409);
    expect(second.error).toMatchObject({ type: 'idempotency_error', code: 'idempotency_key_in_use' });
    expect(second.headers.get('stripe-should-retry')).toBe('true');
    expect(other).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
    expect((await first).status).toBe(200);
  });

  it('refuses other parameters and another endpoint, and charges nothing', async () => {
    const bench = await startBench();
    await pay(bench, 'k');
    const otherAmount = await errorOf(
      bench.stripe.paymentIntents.create(payment('pm_card_visa', { amount: 100 }), { idempotencyKey: 'k' }),
    );
    const otherEndpoint = await pay(bench, 'k', {}, '/v1/refunds');

    expect(otherAmount).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
    expect(otherAmount.message).toContain("Try using a key other than 'k'");
    expect(otherEndpoint).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
    expect(otherEndpoint.error.message).toContain("('/v1/refunds' vs '/v1/payment_intents')");
    const report = await books(bench);
    expect(report.totals.captured.count).toBe(1);
    expect(report.keys).toMatchObject([{ key: 'k', requests: 3, executed: 1, mismatched: 2 }]);
  });

  it('belongs to one account: another account has its own', async () => {
    const bench = await startBench();
    const mine = await bench.stripe.paymentIntents.create(payment(), { idempotencyKey: 'k' });
    const theirs = await sdk(bench.simulator.url, 'sk_test_other').paymentIntents.create(payment(), {
      idempotencyKey: 'k',
    });
    expect(theirs.id).not.toBe(mine.id);
    expect((await errorOf(bench.stripe.paymentIntents.retrieve(theirs.id))).statusCode).toBe(404);
  });

  it('keeps a decline: the same 402 again, and one failed charge', async () => {
    const bench = await startBench();
    const declined = { payment_method: 'pm_card_visa_chargeDeclined' };
    const first = await pay(bench, 'k', declined);
    const second = await pay(bench, 'k', declined);
    expect(first.status).toBe(402);
    expect(second).toMatchObject({ status: 402, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await books(bench)).totals.declined.count).toBe(1);
  });

  it('keeps an error of the execution, such as an unknown payment method', async () => {
    const bench = await startBench();
    await pay(bench, 'k', { payment_method: 'pm_unknown' });
    const second = await pay(bench, 'k', { payment_method: 'pm_unknown' });
    expect(second).toMatchObject({
      status: 400,
      error: { code: 'resource_missing', param: 'payment_method' },
    });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('keeps no refusal that ended before execution: the corrected request goes through', async () => {
    const bench = await startBench();
    const wrong = await pay(bench, 'k', { amount: '1' });
    const right = await pay(bench, 'k');
    expect(wrong).toMatchObject({ status: 400, error: { code: 'amount_too_small' } });
    expect(right.status).toBe(200);
    expect(right.headers.get('idempotent-replayed')).toBeNull();
    expect((await books(bench)).keys).toMatchObject([{ requests: 2, invalid: 1, executed: 1 }]);
  });

  it('keeps no 401: the same request with a good API key goes through', async () => {
    const bench = await startBench();
    const headers = { 'idempotency-key': 'k', authorization: 'Bearer wrong' };
    const refused = await raw(bench, '/v1/payment_intents', { form: CHARGE_FORM, headers });
    expect(refused.status).toBe(401);
    expect((await pay(bench, 'k')).status).toBe(200);
  });

  it('is forgotten after 24 hours, and not before', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const bench = await startBench({ now: () => nowMs });
    const first = await pay(bench, 'k');
    nowMs += RETENTION_MS - 1;
    const replayed = await pay(bench, 'k');
    nowMs += 1;
    const fresh = await pay(bench, 'k', { amount: '100' });

    expect(replayed.text).toBe(first.text);
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('idempotent-replayed')).toBeNull();
    const { charges, totals } = await books(bench);
    expect(totals.captured.count).toBe(2);
    expect(charges.map(({ requests }) => requests)).toEqual([1, 2]);
  });

  it('is kept for 24 hours from the execution, not from an invalid first request', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const bench = await startBench({ now: () => nowMs });
    await pay(bench, 'k', { amount: '1' });
    nowMs += RETENTION_MS - 1;
    const first = await pay(bench, 'k');
    nowMs += RETENTION_MS - 1;
    expect((await pay(bench, 'k')).text).toBe(first.text);
  });

  it('stays forgotten after a restart', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const now = () => nowMs;
    const before = await startBench({ now });
    await pay(before, 'k');
    await before.simulator.close();
    nowMs += RETENTION_MS;
    const after = await startBench({ now, dataDir: before.dataDir });
    expect((await pay(after, 'k')).headers.get('idempotent-replayed')).toBeNull();
  });

  it('has 1 to 255 characters', async () => {
    const bench = await startBench();
    expect((await pay(bench, 'k'.repeat(255))).status).toBe(200);
    expect((await pay(bench, 'k'.repeat(256))).status).toBe(400);
    expect((await pay(bench, ' ')).status).toBe(400);
    expect((await books(bench)).totals.captured.count).toBe(1);
  });

  it('means nothing on a GET', async () => {
    const bench = await startBench();
    await pay(bench, 'k');
    const list = await raw(bench, '/v1/charges', { headers: { 'idempotency-key': 'k' } });
    expect(list.status).toBe(200);
    expect(list.headers.get('idempotent-replayed')).toBeNull();
  });

  it('finishes the work of a client that went away, and replays it', async () => {
    const bench = await startBench({ latencyMs: 60_000 });
    const giveUp = new AbortController();
    const lost = fetch(`${bench.simulator.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', 'idempotency-key': 'k' },
      body: new URLSearchParams(CHARGE_FORM),
      signal: giveUp.signal,
    });
    await eventually(async () => ((await books(bench)).charges.length === 1 ? true : undefined));
    giveUp.abort();
    await expect(lost).rejects.toThrow();
    await bench.simulator.close();

    const after = await startBench({ dataDir: bench.dataDir });
    expect((await pay(after, 'k')).headers.get('idempotent-replayed')).toBe('true');
    expect((await books(after)).totals.captured.count).toBe(1);
  });

  it('is in the same journal record as what was done under it', async () => {
    const bench = await startBench();
    await pay(bench, 'k');
    const lines = (await readFile(`${bench.dataDir}/journal.jsonl`, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(1);
    const record = JSON.parse(lines[0] ?? '');
    expect(record.use).toMatchObject({ key: 'k', outcome: 'executed', answer: { status: 200 } });
    expect(record.puts.map((put: { kind: string }) => put.kind)).toContain('charge');
  });
});
