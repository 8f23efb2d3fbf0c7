import { expect, test } from 'vitest';
import type { OrderView } from '@/checkout/orders';
import { isMoving } from './is-moving';

const at = Date.parse('2026-01-01T10:00:00Z');
const settled: Pick<OrderView, 'payment' | 'refunds' | 'receipt' | 'paidAt'> = {
  payment: { id: 'p', status: 'captured', card: null, declineCode: null, chargeId: 'ch' },
  refunds: [],
  receipt: { path: '/', writtenAt: '', sentAt: null },
  paidAt: '2026-01-01T10:00:00Z',
};
const refund = { refundId: 'r', amount: { amount: 1, currency: 'USD' }, createdAt: '', settledAt: null };

test('an order at rest is not asked for again', () => {
  expect(isMoving(settled, at)).toBe(false);
  expect(isMoving({ ...settled, refunds: [{ ...refund, status: 'succeeded' }] }, at)).toBe(false);
  expect(isMoving({ ...settled, paidAt: null, receipt: null }, at)).toBe(false);
});

test('a payment or a refund that nobody knows the end of is followed', () => {
  expect(isMoving({ ...settled, payment: { ...settled.payment, status: 'in_doubt' } }, at)).toBe(true);
  expect(isMoving({ ...settled, refunds: [{ ...refund, status: 'requested' }] }, at)).toBe(true);
});

test('a receipt is waited for, and not for ever', () => {
  expect(isMoving({ ...settled, receipt: null }, at + 59_000)).toBe(true);
  expect(isMoving({ ...settled, receipt: null }, at + 61_000)).toBe(false);
});
