import { expect, test } from 'vitest';
import type { ErrorData, Reason } from '@/platform/reasons';
import type { PurchaseState } from './purchase-state';
import { newTotalOf, shortLinesOf, wordsOf } from './status-words';

function refused(reason: Reason, message: string): PurchaseState {
  const data: ErrorData = { reason, retry: 'new_key' };
  return { phase: 'refused', message, data };
}

function allWords(state: PurchaseState): string {
  const { title, text } = wordsOf(state);
  return `${title} ${text}`;
}

const unknownOutcomes: readonly PurchaseState[] = [
  { phase: 'paying', attempt: 1, maxAttempts: 5 },
  { phase: 'waiting', attempt: 2, maxAttempts: 5, nextAttemptAt: 0, isInDoubt: false },
  { phase: 'waiting', attempt: 2, maxAttempts: 5, nextAttemptAt: 0, isInDoubt: true },
  { phase: 'paused', why: 'offline', attempt: 2 },
  { phase: 'paused', why: 'hidden', attempt: 2 },
  { phase: 'checking', why: 'unanswered', orderId: null },
  { phase: 'checking', why: 'too_late', orderId: null },
  { phase: 'checking', why: 'changed_mind', orderId: null },
];

test.each(unknownOutcomes)('$phase never claims an outcome that nobody knows', (state) => {
  expect(allWords(state)).not.toMatch(/not charged|were charged|failed|declined/i);
});

test('a purchase that was sent and is held back is told apart from one that was never sent', () => {
  for (const why of ['offline', 'hidden'] as const) {
    const words = allWords({ phase: 'paused', why, attempt: 2 });
    expect(words).toContain('We do not know yet');
    expect(words).not.toContain('Nothing was sent');
  }
  const words = allWords({ phase: 'not_sent', message: 'There was no connection.', fields: {} });
  expect(words).toBe('Nothing was sent. There was no connection.');
});

test('every refusal says that nothing was charged, once', () => {
  const states = [
    refused('card_declined', 'Your card has insufficient funds.'),
    refused('payment_not_made', 'The payment was not made. You were not charged.'),
    refused('cart_changed', 'Your cart has changed since you saw its total. Nothing was charged.'),
    refused('out_of_stock', 'There is not enough of: Piano Key. Nothing was charged.'),
    refused('promo_unusable', 'The code ONCE can no longer be used. Nothing was charged.'),
  ];
  for (const state of states) expect(allWords(state).match(/charged/g)).toHaveLength(1);
});

test('a waiting purchase says which attempt comes next and that it is safe', () => {
  const words = allWords({
    phase: 'waiting',
    attempt: 3,
    maxAttempts: 5,
    nextAttemptAt: 0,
    isInDoubt: false,
  });
  expect(words).toContain('attempt 3 of 5');
  expect(words).toContain('you will be charged once');
});

test('the new total and the short lines are read from what the shop says, and from nothing else', () => {
  expect(newTotalOf({ quote: { total: { amount: 1234, currency: 'USD' } } })).toBe('$12.34');
  expect(newTotalOf({ quote: { total: { amount: 0, currency: 'USD' } } })).toBeNull();
  expect(newTotalOf({})).toBeNull();
  const line = { productId: 'a', name: 'Piano Key', quantity: 2, available: 1 };
  expect(shortLinesOf({ lines: [line] })).toEqual([line]);
  expect(shortLinesOf({ lines: 'x' })).toEqual([]);
});
