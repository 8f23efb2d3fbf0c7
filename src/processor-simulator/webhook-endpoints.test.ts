import { describe, expect, it } from 'vitest';
import { errorOf, payment, sdk, setSettings, startBench } from './test-bench';
import { SECRET, startReceiver, untilReport, webhooksOf } from './webhook-bench';

describe('a webhook endpoint', { timeout: 30_000 }, () => {
  it('made through the API tells its secret once, and gets what it asked for', async () => {
    const bench = await startBench();
    const { stripe } = bench;
    const made = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:1/',
      enabled_events: ['payment_intent.succeeded', 'charge.refunded'],
      description: 'shop',
      metadata: { a: 'b' },
    });
    expect(made.secret).toMatch(/^whsec_\w{32}$/);
    const { secret: _, lastResponse: __, ...shown } = made;
    expect(await stripe.webhookEndpoints.retrieve(made.id)).toEqual(shown);
    expect((await stripe.webhookEndpoints.list()).data).toEqual([shown]);

    const receiver = await startReceiver(made.secret);
    const real = await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['charge.succeeded'],
    });
    const matching = await startReceiver(real.secret);
    const used = await stripe.webhookEndpoints.create({ url: matching.url, enabled_events: ['*'] });
    await stripe.paymentIntents.create(payment());
    const { deliveries } = await webhooksOf(bench);
    const typesAt = (id: string) =>
      deliveries.filter(({ endpoint }) => endpoint === id).map(({ type }) => type);
    expect(typesAt(made.id)).toEqual(['payment_intent.succeeded']);
    expect(typesAt(real.id)).toEqual(['charge.succeeded']);
    expect(typesAt(used.id)).toHaveLength(4);
    const [succeeded] = (await stripe.events.list({ type: 'payment_intent.succeeded' })).data;
    expect(succeeded?.pending_webhooks).toBe(2);
  });

  it('signs with its own secret', async () => {
    const bench = await startBench();
    // The secret is known only after the endpoint was made, so the receiver is there first, under another one.
    const strict = await startReceiver();
    await bench.stripe.webhookEndpoints.create({ url: strict.url, enabled_events: ['*'] });
    await setSettings(bench, { webhook: { url: strict.url, secret: SECRET } });
    await bench.stripe.paymentIntents.create(payment());
    await untilReport(bench, ({ totals }) => totals.delivered === 4);
    await untilReport(bench, ({ deliveries }) => deliveries.every(({ tries }) => tries > 0));
    expect(strict.refused()).toBeGreaterThanOrEqual(4);
    expect(strict.received).toHaveLength(4);
  });

  it('hears of its own account only, and of nothing once it is deleted', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { id } = await bench.stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] });
    const other = sdk(bench.simulator.url, 'sk_test_other');
    await other.paymentIntents.create(payment());
    expect((await webhooksOf(bench)).deliveries).toEqual([]);
    expect((await errorOf(other.webhookEndpoints.retrieve(id))).statusCode).toBe(404);
    expect((await errorOf(other.webhookEndpoints.del(id))).statusCode).toBe(404);

    await bench.stripe.paymentIntents.create(payment());
    expect(await bench.stripe.webhookEndpoints.del(id)).toEqual({
      id,
      object: 'webhook_endpoint',
      deleted: true,
    });
    await bench.stripe.paymentIntents.create(payment());
    const { totals, endpoints } = await webhooksOf(bench);
    expect(totals).toMatchObject({ dropped: 4, waiting: 0 });
    expect(endpoints).toEqual([]);
    expect((await bench.stripe.webhookEndpoints.list()).data).toEqual([]);
    expect((await errorOf(bench.stripe.webhookEndpoints.del(id))).statusCode).toBe(404);
  });

  it('comes back after a restart, and so does one that was set', async () => {
    const before = await startBench({ webhook: { url: 'http://127.0.0.1:1/', secret: SECRET } });
    const { id } = await before.stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:1/a',
      enabled_events: ['*'],
    });
    const receiver = await startReceiver();
    await setSettings(before, { webhook: { url: receiver.url, secret: SECRET } });
    const told = (await webhooksOf(before)).endpoints;
    await before.simulator.close();
    const after = await startBench({ dataDir: before.dataDir });
    expect((await webhooksOf(after)).endpoints).toEqual(told);
    expect((await after.stripe.webhookEndpoints.retrieve(id)).url).toBe('http://127.0.0.1:1/a');
    await after.stripe.paymentIntents.create(payment());
    await receiver.until(4);
  });

  it('needs a URL and events, and an account has at most sixteen', async () => {
    const { stripe } = await startBench();
    const make = (url: string, events: string[]) =>
      stripe.rawRequest('POST', '/v1/webhook_endpoints', { url, enabled_events: events });
    expect(await errorOf(make('ftp://x/', ['*']))).toMatchObject({ statusCode: 400, code: 'url_invalid' });
    expect(await errorOf(make('http://x/', ['Everything']))).toMatchObject({ statusCode: 400 });
    expect(await errorOf(make('http://x/', []))).toMatchObject({ statusCode: 400 });
    for (let count = 0; count < 16; count += 1) await make('http://127.0.0.1:1/', ['*']);
    expect((await errorOf(make('http://127.0.0.1:1/', ['*']))).message).toContain('maximum of 16');
  });
});
