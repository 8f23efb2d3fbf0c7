import type { OrderStatus, PaymentStatus } from '@prisma-client/client';

/** The states as data: what may follow what. A move that is not here is a bug, and throws. */
const paymentMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ['captured', 'declined', 'in_doubt', 'not_made'],
  in_doubt: ['captured', 'declined', 'not_made'],
  captured: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  declined: ['captured_late'],
  not_made: ['captured_late'],
  captured_late: ['refunded'],
};

const orderMoves: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'cancelled'],
  paid: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  refunded: [],
  cancelled: [],
};

/** Returns `to`. Throws when a payment in `from` may not become that. */
export function movePayment(from: PaymentStatus, to: PaymentStatus): PaymentStatus {
  if (!paymentMoves[from].includes(to)) throw new Error(`a payment that is ${from} cannot become ${to}`);
  return to;
}

/** Returns `to`. Throws when an order in `from` may not become that. */
export function moveOrder(from: OrderStatus, to: OrderStatus): OrderStatus {
  if (!orderMoves[from].includes(to)) throw new Error(`an order that is ${from} cannot become ${to}`);
  return to;
}

/** The outcome is still open: no fact has been settled. */
export function isUnresolved(status: PaymentStatus): boolean {
  return status === 'processing' || status === 'in_doubt';
}
