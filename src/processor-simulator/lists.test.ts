import { describe, expect, it } from 'vitest';
import { errorOf, payment, raw, startBench } from './test-bench';

async function fivePayments() {
  let nowMs = Date.UTC(2026, 0, 1);
  const bench = await startBench({ now: () => nowMs });
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.push(
      (await bench.stripe.paymentIntents.create(payment('pm_card_visa', { amount: 1000 + index }))).id,
    );
    nowMs += 1000;
  }
  return { ...bench, ids, firstSecond: Date.UTC(2026, 0, 1) / 1000 };
}

describe('a list', () => {
  it('is newest first, in pages that say whether there is more', async () => {
    const { stripe, ids } = await fivePayments();
    const newestFirst = [...ids].reverse();
    const first = await stripe.paymentIntents.list({ limit: 2 });
    const second = await stripe.paymentIntents.list({ limit: 2, starting_after: newestFirst[1] ?? '' });
    const last = await stripe.paymentIntents.list({ limit: 2, starting_after: newestFirst[3] ?? '' });
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
    expect(second.data.map(({ id }) => id)).toEqual(newestFirst.slice(2, 4));
    expect(last).toMatchObject({ has_more: false, data: [{ id: newestFirst[4] }] });
    const above = await stripe.paymentIntents.list({ limit: 2, ending_before: newestFirst[3] ?? '' });
    expect(above.data.map(({ id }) => id)).toEqual(newestFirst.slice(1, 3));
    expect(above.has_more).toBe(true);
  });

  it('is walked to its end by the SDK', async () => {
    const { stripe, ids } = await fivePayments();
    const walked: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) walked.push(intent.id);
    expect(walked).toEqual([...ids].reverse());
  });

  it('is kept to a time, to the second', async () => {
    const { stripe, firstSecond } = await fivePayments();
    const amounts = async (created: number | Record<string, number>) =>
      (await stripe.charges.list({ created })).data.map(({ amount }) => amount);
    expect(await amounts(firstSecond + 2)).toEqual([1002]);
    expect(await amounts({ gte: firstSecond + 3 })).toEqual([1004, 1003]);
    expect(await amounts({ gt: firstSecond + 3 })).toEqual([1004]);
    expect(await amounts({ lte: firstSecond + 1 })).toEqual([1001, 1000]);
    expect(await amounts({ gt: firstSecond, lt: firstSecond + 2 })).toEqual([1001]);
  });

  it.each(['payment_intents', 'charges', 'refunds', 'balance_transactions', 'events'])(
    'of %s has 1 to 100 entries, and knows its own cursors only',
    async (name) => {
      const bench = await startBench();
      const refused = async (query: string) => (await raw(bench, `/v1/${name}?${query}`)).error;
      expect((await raw(bench, `/v1/${name}?limit=100`)).status).toBe(200);
      expect(await refused('limit=0')).toMatchObject({ code: 'parameter_invalid_integer', param: 'limit' });
      expect(await refused('limit=101')).toMatchObject({ code: 'parameter_invalid_integer', param: 'limit' });
      expect(await refused('starting_after=x')).toMatchObject({
        code: 'resource_missing',
        param: 'starting_after',
      });
      expect(await refused('ending_before=a&starting_after=b')).toMatchObject({
        code: 'parameters_exclusive',
      });
      expect(await refused('created[after]=1')).toMatchObject({ param: 'created[after]' });
      expect(await refused('colour=red')).toMatchObject({ code: 'parameter_unknown' });
    },
  );

  it('expands its entries', async () => {
    const { stripe } = await fivePayments();
    const intents = await stripe.paymentIntents.list({
      limit: 1,
      expand: ['data.latest_charge.balance_transaction'],
    });
    expect(intents.data).toMatchObject([{ latest_charge: { balance_transaction: { amount: 1004 } } }]);
    const money = await stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] });
    expect(money.data).toMatchObject([{ source: { object: 'charge', amount: 1004 } }]);
  });

  it('of charges can be kept to a payment intent, of balance transactions to a type and a source', async () => {
    const { stripe, ids } = await fivePayments();
    const own = await stripe.charges.list({ payment_intent: ids[2] ?? '' });
    expect(own.data.map(({ amount }) => amount)).toEqual([1002]);
    const refund = await stripe.refunds.create({ payment_intent: ids[2] ?? '' });
    expect((await stripe.balanceTransactions.list({ type: 'refund' })).data).toMatchObject([
      { source: refund.id },
    ]);
    expect((await stripe.balanceTransactions.list({ source: own.data[0]?.id ?? '' })).data).toMatchObject([
      { type: 'charge', amount: 1002 },
    ]);
    expect((await errorOf(stripe.charges.list({ payment_intent: 'pi_x' }))).code).toBe('resource_missing');
  });
});

describe('the balance', () => {
  it('holds the net sums, pending for two days and then available', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const { stripe } = await startBench({ now: () => nowMs });
    const intent = await stripe.paymentIntents.create(payment('pm_card_visa', { amount: 10_000 }));
    await stripe.paymentIntents.create(payment('pm_card_visa', { amount: 10_000, currency: 'jpy' }));
    const [transaction] = (await stripe.balanceTransactions.list({ currency: 'usd' })).data;
    expect(transaction).toMatchObject({
      fee: 320,
      net: 9680,
      status: 'pending',
      source: intent.latest_charge,
    });
    expect(await stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0, currency: 'usd' }],
      pending: [
        { amount: 9680, currency: 'usd' },
        { amount: 9680, currency: 'jpy' },
      ],
    });
    nowMs += 2 * 24 * 60 * 60 * 1000;
    expect((await stripe.balance.retrieve()).pending).toMatchObject([{ amount: 0 }]);
    expect(await stripe.balanceTransactions.retrieve(transaction?.id ?? '')).toMatchObject({
      status: 'available',
    });
  });
});
