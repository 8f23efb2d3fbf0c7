import { describe, expect, it } from 'vitest';
import { compare, type OurPayment, type Ours, type Theirs } from './compare';
import type { SettledCharge, SettledRefund } from './settlement-report';

const now = new Date('2026-11-29T12:00:00Z');
const early = new Date('2026-11-29T11:00:00Z');
const young = new Date('2026-11-29T12:00:01Z');

function charge(given: Partial<SettledCharge> = {}): SettledCharge {
  return {
    kind: 'charge',
    chargeId: 'ch_1',
    intentId: 'pi_1',
    amount: 500,
    amountRefunded: 0,
    currency: 'USD',
    createdAt: early,
    card: { brand: 'visa', last4: '4242' },
    purchase: { operation: 'checkout.pay', scope: 'ada', key: 'k1' },
    ...given,
  };
}

function refund(given: Partial<SettledRefund> = {}): SettledRefund {
  return {
    kind: 'refund',
    refundId: 're_1',
    chargeId: 'ch_1',
    amount: 200,
    currency: 'USD',
    reason: null,
    metadata: {},
    outcome: { known: true, fact: { kind: 'refunded', refundId: given.refundId ?? 're_1' } },
    createdAt: early,
    ...given,
  };
}

function payment(given: Partial<OurPayment> = {}): OurPayment {
  return {
    id: 'p1',
    orderId: 'o1',
    scope: 'ada',
    key: 'k1',
    status: 'captured',
    amount: 500,
    currency: 'USD',
    chargeId: 'ch_1',
    ...given,
  };
}

const ourRefund = { refundId: 're_1', paymentId: 'p1', amount: 200, currency: 'USD' };

function compared(theirs: Partial<Theirs>, ours: Partial<Ours>) {
  const found = compare(
    { charges: [], refunds: [], ...theirs },
    {
      operation: 'checkout.pay',
      payments: [],
      refunds: [],
      surplusCharges: new Set(),
      expected: { payments: [], refunds: [] },
      ...ours,
    },
    now,
  );
  return found.map(({ kind, processorId, paymentId, remedy }) => [
    kind,
    processorId,
    paymentId,
    remedy?.kind ?? null,
  ]);
}

describe('charges', () => {
  it('match by charge, purchase, amount and currency', () => {
    expect(compared({ charges: [charge()] }, { payments: [payment()] })).toEqual([
      ['matched', 'ch_1', 'p1', null],
    ]);
    for (const differs of [{ amount: 501 }, { currency: 'EUR' }]) {
      expect(compared({ charges: [charge(differs)] }, { payments: [payment()] })).toEqual([
        ['amount_differs', 'ch_1', 'p1', null],
      ]);
    }
  });

  it.each(['processing', 'in_doubt', 'declined', 'not_made'] as const)(
    'are settled where the payment is %s',
    (status) => {
      const payments = [payment({ status, chargeId: null })];
      expect(compared({ charges: [charge()] }, { payments })).toEqual([
        ['missing_here', 'ch_1', 'p1', 'settle'],
      ]);
    },
  );

  it('are reported and left alone where nothing here is meant, or another amount was captured', () => {
    expect(compared({ charges: [charge()] }, {})).toEqual([['missing_here', 'ch_1', null, null]]);
    const elsewhere = charge({ purchase: { operation: 'other.shop', scope: 'ada', key: 'k1' } });
    const payments = [payment({ status: 'in_doubt', chargeId: null })];
    expect(compared({ charges: [elsewhere] }, { payments })).toEqual([['missing_here', 'ch_1', null, null]]);
    expect(compared({ charges: [charge({ amount: 1 })] }, { payments })).toEqual([
      ['amount_differs', 'ch_1', 'p1', null],
    ]);
  });

  it('go back where another charge has paid for the purchase', () => {
    const charges = [charge({ chargeId: 'ch_2' }), charge()];
    expect(compared({ charges }, { payments: [payment()] })).toEqual([
      ['charged_twice', 'ch_2', 'p1', 'give_back'],
      ['matched', 'ch_1', 'p1', null],
    ]);
  });

  it('settle an unresolved purchase with the first of two, and give the second back', () => {
    const charges = [charge({ chargeId: 'ch_2', createdAt: now }), charge()];
    const payments = [payment({ status: 'in_doubt', chargeId: null })];
    expect(compared({ charges }, { payments })).toEqual([
      ['missing_here', 'ch_1', 'p1', 'settle'],
      ['charged_twice', 'ch_2', 'p1', 'give_back'],
    ]);
  });

  it('are at rest once their surplus is back and booked, and not before', () => {
    const second = charge({ chargeId: 'ch_2', amountRefunded: 500 });
    const back = refund({ chargeId: 'ch_2', amount: 500 });
    const theirs = { charges: [second, charge()], refunds: [back] };
    const payments = [payment()];
    const surplusCharges = new Set(['ch_2']);
    const refunds = [{ refundId: 're_1', paymentId: null, amount: 500, currency: 'USD' }];
    expect(compared(theirs, { payments, surplusCharges, refunds })).toEqual([
      ['matched', 'ch_2', 'p1', null],
      ['matched', 'ch_1', 'p1', null],
      ['matched', 're_1', null, null],
    ]);
    expect(compared(theirs, { payments, surplusCharges })).toEqual([
      ['charged_twice', 'ch_2', 'p1', 'give_back'],
      ['matched', 'ch_1', 'p1', null],
    ]);
  });

  it('are left alone while they are young, but are not called missing', () => {
    const payments = [payment({ status: 'processing', chargeId: null })];
    expect(compared({ charges: [charge({ createdAt: young })] }, { payments })).toEqual([]);
    expect(compared({ charges: [charge({ createdAt: young })] }, {})).toEqual([]);
    const late = { charges: [charge({ createdAt: young })] };
    const ours = { payments: [payment()], expected: { payments: [payment()], refunds: [] } };
    expect(compared(late, ours)).toEqual([['matched', 'ch_1', 'p1', null]]);
  });
});

describe('refunds', () => {
  it('match by id and amount', () => {
    const theirs = { refunds: [refund()] };
    const payments = [payment()];
    expect(compared(theirs, { payments, refunds: [ourRefund] })).toEqual([['matched', 're_1', 'p1', null]]);
    expect(compared(theirs, { payments, refunds: [{ ...ourRefund, amount: 1 }] })).toEqual([
      ['amount_differs', 're_1', 'p1', null],
    ]);
  });

  it('of our charges that are not here are reported, those of others are none of our business', () => {
    expect(compared({ refunds: [refund()] }, { payments: [payment()] })).toEqual([
      ['missing_here', 're_1', 'p1', null],
    ]);
    expect(compared({ refunds: [refund({ chargeId: 'ch_foreign' })] }, { payments: [payment()] })).toEqual(
      [],
    );
  });

  it('that failed or are pending are none', () => {
    const failed = refund({
      outcome: { known: true, fact: { kind: 'refund_failed', refundId: 're_1', why: 'expired' } },
    });
    const pending = refund({ outcome: { known: false, why: 'pending' } });
    for (const one of [failed, pending]) {
      expect(compared({ refunds: [one] }, { payments: [payment()] })).toEqual([]);
    }
  });
});

it('tells what is captured or refunded here and not there', () => {
  const lost = { refundId: 're_2', paymentId: 'p1', amount: 5, currency: 'USD' };
  const expected = { payments: [payment(), payment({ id: 'p2', chargeId: 'ch_2' })], refunds: [lost] };
  expect(compared({ charges: [charge()] }, { payments: [payment()], expected })).toEqual([
    ['matched', 'ch_1', 'p1', null],
    ['missing_there', 'ch_2', 'p2', null],
    ['missing_there', 're_2', 'p1', null],
  ]);
});
