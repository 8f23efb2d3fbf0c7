import { expect, test } from 'vitest';
import type { OrderView, PaymentView } from '@/checkout/orders';
import { wordsOfOrder, wordsOfProof } from './order-words';

function payment(status: PaymentView['status'], chargeId: string | null = null): PaymentView {
  return { id: 'p', status, card: null, declineCode: null, chargeId };
}

function words(status: OrderView['status'], of: PaymentView): string {
  const { title, text } = wordsOfOrder({ status, payment: of });
  return `${title} ${text}`;
}

test.each(['processing', 'in_doubt'] as const)(
  'a payment that is %s is neither paid nor failed',
  (status) => {
    expect(words('pending', payment(status))).toContain('being checked');
    expect(words('pending', payment(status))).not.toMatch(/not charged|is paid|declined/);
    expect(wordsOfProof({ payment: payment(status), attempts: 2, requests: 2 }).charges).toBeUndefined();
  },
);

test('a declined payment says that nothing was charged', () => {
  expect(words('cancelled', payment('declined'))).toContain('You were not charged');
  expect(wordsOfProof({ payment: payment('declined'), attempts: 1, requests: 1 }).title).toBe(
    'You tried once. You were not charged.',
  );
});

test('the proof counts attempts, requests and the one charge', () => {
  const proof = wordsOfProof({ payment: payment('captured', 'ch_1'), attempts: 3, requests: 4 });
  expect(proof.title).toBe('You tried 3 times. You were charged once.');
  expect(proof.text).toContain('4 requests');
  expect(proof.charges).toBe(1);
});

test('an order whose attempts were not recorded still tells the charge', () => {
  expect(wordsOfProof({ payment: payment('captured', 'ch_1'), attempts: 0, requests: 0 }).title).toBe(
    'You were charged once.',
  );
});
