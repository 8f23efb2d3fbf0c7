import { expect, test } from 'vitest';
import type { OrderView, RefundView } from '@/checkout/orders';
import { stepsOf } from './timeline-steps';

const dollars = (amount: number) => ({ amount: amount * 100, currency: 'USD' });

function order(
  status: OrderView['status'],
  paymentStatus: OrderView['payment']['status'],
  refunds: readonly RefundView[] = [],
) {
  return {
    status,
    payment: { id: 'p', status: paymentStatus, card: null, declineCode: null, chargeId: null },
    createdAt: '2026-01-01T10:00:00Z',
    paidAt: '2026-01-01T10:00:05Z',
    fulfilledAt: status === 'fulfilled' ? '2026-01-01T18:00:00Z' : null,
    total: dollars(20),
    refunds,
  };
}

function refund(status: RefundView['status'], amount: number): RefundView {
  return {
    ...{ refundId: `${status} ${amount}`, status, amount: dollars(amount) },
    createdAt: '2026-01-02T10:00:00Z',
    settledAt: status === 'succeeded' ? '2026-01-02T10:00:09Z' : null,
  };
}

function namesOf(of: ReturnType<typeof order>): string[] {
  return stepsOf(of).map(({ name, state }) => `${name} (${state})`);
}

test('a payment in doubt is followed by nothing that is not known', () => {
  expect(namesOf(order('pending', 'in_doubt'))).toEqual(['Placed (done)', 'Payment being checked (waiting)']);
});

test('a paid order is to be sent, and one that was sent says when', () => {
  expect(namesOf(order('paid', 'captured'))).toEqual([
    'Placed (done)',
    'Paid $20.00 (done)',
    'To be sent (to_come)',
  ]);
  expect(stepsOf(order('fulfilled', 'captured')).at(-1)).toMatchObject({
    ...{ name: 'Sent', state: 'done', when: '2026-01-01T18:00:00Z' },
  });
});

test('each refund tells its amount, and when its money went back', () => {
  const steps = stepsOf(
    order('fulfilled', 'partially_refunded', [refund('succeeded', 5), refund('requested', 3)]),
  );
  expect(steps.slice(3).map(({ name, when, state }) => [name, when, state])).toEqual([
    ['Refunded $5.00', '2026-01-02T10:00:09Z', 'done'],
    ['Refund of $3.00 under way', '2026-01-02T10:00:00Z', 'waiting'],
  ]);
});

test('what went back before the order was sent is told before it, and what was sent and went back tells both', () => {
  const early = { ...refund('succeeded', 5), createdAt: '2026-01-01T12:00:00Z' };
  const steps = stepsOf(order('fulfilled', 'partially_refunded', [early, refund('succeeded', 3)]));
  expect(steps.slice(2).map(({ name }) => name)).toEqual(['Refunded $5.00', 'Sent', 'Refunded $3.00']);

  const returned = {
    ...order('refunded', 'refunded', [refund('succeeded', 20)]),
    fulfilledAt: '2026-01-01T18:00:00Z',
  };
  expect(namesOf(returned).slice(2)).toEqual(['Sent (done)', 'Refunded $20.00 (done)']);
});

test('an order that goes back as a whole is not announced to be sent', () => {
  for (const status of ['requested', 'in_doubt'] as const)
    expect(namesOf(order('paid', 'captured', [refund(status, 20)])).join()).not.toContain('sent');
  expect(namesOf(order('refunded', 'refunded', [refund('succeeded', 20)])).at(-1)).toBe(
    'Refunded $20.00 (done)',
  );
});

test('a charge that came after its order was cancelled shows how it goes back', () => {
  expect(namesOf(order('cancelled', 'refunded', [refund('succeeded', 20)]))).toEqual([
    'Placed (done)',
    'Cancelled (ended)',
    'Refunded $20.00 (done)',
  ]);
});
