import { describe, expect, it } from 'vitest';
import { DEFAULT_SEARCH_LAG_MS } from './settings';
import { type Bench, errorOf, payment, setSettings, startBench } from './test-bench';

async function benchWithPayments(): Promise<Bench> {
  const bench = await startBench();
  await setSettings(bench, { searchLagMs: 0 });
  const { stripe } = bench;
  await stripe.paymentIntents.create(
    payment('pm_card_visa', { amount: 1000, metadata: { order: '7', shop: "O'Hara" } }),
  );
  await stripe.paymentIntents.create(
    payment('pm_card_visa', { amount: 2000, currency: 'eur', metadata: { order: '8' } }),
  );
  await stripe.paymentIntents.create(payment('pm_card_visa', { amount: 3000, confirm: false }));
  return bench;
}

describe('the search', () => {
  it('finds nothing that is younger than the lag', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const { stripe } = await startBench({ now: () => nowMs });
    await stripe.paymentIntents.create(payment('pm_card_visa', { metadata: { order: '7' } }));
    const search = async () =>
      (await stripe.paymentIntents.search({ query: "metadata['order']:'7'" })).data.length;
    nowMs += DEFAULT_SEARCH_LAG_MS - 1;
    expect(await search()).toBe(0);
    nowMs += 1;
    expect(await search()).toBe(1);
  });

  it.each([
    ["metadata['order']:'7'", [1000]],
    ['metadata["shop"]:"o\'hara"', [1000]],
    ["metadata['shop']:'O\\'Hara'", [1000]],
    ["metadata['shop']~'har'", [1000]],
    ["metadata['order']:null", [3000]],
    ["-metadata['order']:null", [2000, 1000]],
    ["status:'succeeded'", [2000, 1000]],
    ["status:'succeeded' AND currency:'usd'", [1000]],
    ["currency:'eur' OR amount:3000", [3000, 2000]],
    ['amount>1000', [3000, 2000]],
    ['amount>=1000 AND amount<3000', [2000, 1000]],
    ['created>0', [3000, 2000, 1000]],
    ["metadata['order']:'7' and metadata['shop']:'nobody'", []],
  ])('understands %s', async (query, amounts) => {
    const { stripe } = await benchWithPayments();
    const found = await stripe.paymentIntents.search({ query });
    expect(found.data.map(({ amount }) => amount)).toEqual(amounts);
  });

  it.each([
    'order 7',
    "customer:'cus_1'",
    "amount~'1'",
    "status:'a' AND currency:'usd' OR amount:1",
    "status:'succeeded' AND",
    "status:'open",
  ])('refuses %s', async (query) => {
    const { stripe } = await benchWithPayments();
    expect(await errorOf(stripe.paymentIntents.search({ query }))).toMatchObject({
      statusCode: 400,
      param: 'query',
    });
  });

  it('is paged', async () => {
    const { stripe } = await benchWithPayments();
    const first = await stripe.paymentIntents.search({ query: 'amount>0', limit: 2 });
    expect(first).toMatchObject({ object: 'search_result', has_more: true });
    const second = await stripe.paymentIntents.search({
      query: 'amount>0',
      limit: 2,
      page: first.next_page ?? '',
    });
    expect(second).toMatchObject({ has_more: false, next_page: null, data: [{ amount: 1000 }] });
    const walked: number[] = [];
    for await (const intent of stripe.paymentIntents.search({ query: 'amount>0', limit: 1 }))
      walked.push(intent.amount);
    expect(walked).toEqual([3000, 2000, 1000]);
    expect((await errorOf(stripe.paymentIntents.search({ query: 'amount>0', page: 'x' }))).param).toBe(
      'page',
    );
  });
});
