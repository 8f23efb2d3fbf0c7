import { expect, it } from 'vitest';
import { moveOrder, movePayment, moveRefund } from './states';

it('never lets a paid order become unpaid', () => {
  for (const to of ['pending', 'cancelled'] as const) {
    expect(() => moveOrder('paid', to)).toThrow('cannot become');
    expect(() => moveOrder('fulfilled', to)).toThrow('cannot become');
  }
  for (const to of ['processing', 'declined', 'in_doubt', 'not_made'] as const) {
    expect(() => movePayment('captured', to)).toThrow('cannot become');
  }
});

it('keeps a capture that turns up after the purchase was given up', () => {
  expect(movePayment('declined', 'captured_late')).toBe('captured_late');
  expect(movePayment('not_made', 'captured_late')).toBe('captured_late');
});

it('lets a refund that has failed never come back, and one that has succeeded only fail', () => {
  for (const to of ['requested', 'succeeded', 'in_doubt', 'failed'] as const) {
    expect(() => moveRefund('failed', to)).toThrow('cannot become');
  }
  expect(moveRefund('succeeded', 'failed')).toBe('failed');
  expect(() => moveRefund('succeeded', 'in_doubt')).toThrow('cannot become');
});

it('gives a payment its captured state again when its refund fails after all, and the order stays refunded', () => {
  expect(movePayment('refunded', 'captured')).toBe('captured');
  expect(movePayment('partially_refunded', 'captured')).toBe('captured');
  expect(() => moveOrder('refunded', 'paid')).toThrow('cannot become');
});
