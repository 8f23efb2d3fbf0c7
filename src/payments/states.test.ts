import { expect, it } from 'vitest';
import { moveOrder, movePayment } from './states';

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
