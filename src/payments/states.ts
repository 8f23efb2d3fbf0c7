import type { OrderStatus, PaymentStatus, RefundStatus } from '@prisma-client/client';

/** The states as data: what may follow what. A move that is not here is a bug, and throws. */
const paymentMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ['captured', 'declined', 'in_doubt', 'not_made'],
  in_doubt: ['captured', 'declined', 'not_made'],
  captured: ['partially_refunded', 'refunded'],
  // Backwards only when a refund that had succeeded fails later: the money is with us again.
  partially_refunded: ['partially_refunded', 'refunded', 'captured'],
  refunded: ['partially_refunded', 'captured', 'captured_late'],
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

const refundMoves: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['succeeded', 'failed', 'in_doubt'],
  in_doubt: ['succeeded', 'failed'],
  // A bank may send the money back days after the processor has called the refund a success.
  succeeded: ['failed'],
  failed: [],
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

/** Returns `to`. Throws when a refund in `from` may not become that. */
export function moveRefund(from: RefundStatus, to: RefundStatus): RefundStatus {
  if (!refundMoves[from].includes(to)) throw new Error(`a refund that is ${from} cannot become ${to}`);
  return to;
}

/** The outcome is still open: no fact has been settled. */
export function isUnresolved(status: PaymentStatus): boolean {
  return status === 'processing' || status === 'in_doubt';
}

/** Nobody knows yet whether this refund's money has gone back. */
export function isRefundOpen(status: RefundStatus): boolean {
  return status === 'requested' || status === 'in_doubt';
}
