import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capture,
  fee,
  type LedgerEvent,
  lateCapture,
  type OrderAmounts,
  payout,
  refund,
  refundReversal,
  surplusRefund,
  surplusRefundReversal,
} from './events';

/** Any order that the database would take: its total adds up, and is more than nothing. */
const anyOrder = fc
  .record({
    subtotal: fc.integer({ min: 1, max: 99_999_999 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    shipping: fc.integer({ min: 0, max: 9_999 }),
    tax: fc.integer({ min: 0, max: 9_999 }),
  })
  .map(({ subtotal, share, shipping, tax }): OrderAmounts => {
    const discount = Math.floor(subtotal * share);
    const total = subtotal - discount + shipping + tax;
    return { id: 'order', currency: 'USD', subtotal, discount, shipping, tax, total };
  })
  .filter(({ total }) => total > 0);

const anyMoney = fc.record({
  objectId: fc.constant('re_1'),
  orderId: fc.constant(null),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
  currency: fc.constantFrom('USD', 'JPY'),
});

function expectBalanced({ entries }: LedgerEvent): void {
  expect(entries.length).toBeGreaterThanOrEqual(2);
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(entries.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)).toBe(true);
}

describe('every event balances, without an entry of zero', () => {
  it('a capture, for whatever order', () => {
    fc.assert(fc.property(anyOrder, (order) => expectBalanced(capture(order, 'ch_1'))));
  });

  const moves = { lateCapture, refund, surplusRefund, refundReversal, surplusRefundReversal, fee, payout };
  it.each(Object.entries(moves))('%s, of whatever amount', (_name, event) => {
    fc.assert(fc.property(anyMoney, (money) => expectBalanced(event(money))));
  });
});

it('books a capture by what the order consists of', () => {
  const order = {
    id: 'o1',
    currency: 'USD',
    subtotal: 3_000,
    discount: 300,
    shipping: 490,
    tax: 223,
    total: 3_413,
  };
  expect(capture(order, 'ch_1')).toEqual({
    kind: 'capture',
    objectId: 'ch_1',
    orderId: 'o1',
    currency: 'USD',
    entries: [
      { account: 'processor_clearing', amount: 3_413 },
      { account: 'revenue', amount: -2_700 },
      { account: 'shipping', amount: -490 },
      { account: 'tax', amount: -223 },
    ],
  });
});

it('takes a surplus through clearing and back, and leaves nothing', () => {
  const money = { objectId: 'ch_2', orderId: 'o1', amount: 500, currency: 'USD' };
  const both = [...lateCapture(money).entries, ...surplusRefund({ ...money, objectId: 're_1' }).entries];
  for (const account of ['surplus', 'processor_clearing']) {
    const sum = both
      .filter((entry) => entry.account === account)
      .reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(0);
  }
});

it('is named by what happened and by the object at the processor, so a refund is one event whoever made it', () => {
  const money = { objectId: 're_1', orderId: 'o1', amount: 500, currency: 'USD' };
  expect([refund(money).kind, surplusRefund(money).kind]).toEqual(['refund', 'refund']);
  expect(refund(money).objectId).toBe('re_1');
});
