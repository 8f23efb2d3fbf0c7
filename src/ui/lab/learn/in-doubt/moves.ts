import { movePayment } from '@/payments/states';

type PaymentStatus = Parameters<typeof movePayment>[0];

/** The states of a payment, in the words of the article. The shop's own table says which may follow which. */
export const statuses: Readonly<Record<PaymentStatus, string>> = {
  processing: 'The processor is being asked.',
  in_doubt: 'The call ended without an answer. Nobody says “failed”.',
  captured: 'The processor says that it has charged. The order is paid.',
  declined: 'The processor says no. The order is cancelled; another card is a new purchase.',
  not_made:
    'The purchase was closed at the processor without a charge, so “you were not charged” stays true.',
  captured_late: 'A charge turned up for a purchase that had ended. It is recorded and given back.',
  partially_refunded: 'Some of the money has gone back.',
  refunded: 'All of the money has gone back.',
};

export const allStatuses = Object.keys(statuses) as PaymentStatus[];

/** The states that a payment in `from` may move to, found by asking `movePayment` for each. */
export function movesFrom(from: PaymentStatus): readonly PaymentStatus[] {
  return allStatuses.filter((to) => mayMove(from, to));
}

function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  try {
    return movePayment(from, to) === to;
  } catch {
    return false;
  }
}

export type { PaymentStatus };
