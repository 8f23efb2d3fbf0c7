import type { OrderView, RefundView } from '@/checkout/orders';
import { isRefundOpen, isUnresolved } from '@/payments/states';
import { formatMoney } from '@/platform/money';

/** One thing that has happened to an order, or is to happen. */
export interface Step {
  readonly id: string;
  readonly name: string;
  /** ISO 8601; null where nobody has noted it. */
  readonly when: string | null;
  readonly state: 'done' | 'waiting' | 'ended' | 'to_come';
}

type Told = Pick<
  OrderView,
  'status' | 'payment' | 'createdAt' | 'paidAt' | 'fulfilledAt' | 'total' | 'refunds'
>;

/** What has happened to an order and what comes next, in this order. */
export function stepsOf(order: Told): Step[] {
  const { status, payment, createdAt, paidAt, fulfilledAt, refunds } = order;
  const placed: Step = { id: 'placed', name: 'Placed', when: createdAt, state: 'done' };
  if (isUnresolved(payment.status)) {
    return [placed, { id: 'checking', name: 'Payment being checked', when: null, state: 'waiting' }];
  }
  if (status === 'cancelled') {
    const name = payment.status === 'declined' ? 'Card declined, order cancelled' : 'Cancelled';
    return [placed, { id: 'cancelled', name, when: null, state: 'ended' }, ...refunds.map(stepOfRefund)];
  }
  const paid: Step = { id: 'paid', name: `Paid ${formatMoney(order.total)}`, when: paidAt, state: 'done' };
  if (fulfilledAt !== null) {
    const sent: Step = { id: 'sent', name: 'Sent', when: fulfilledAt, state: 'done' };
    // A part may have been given back before the order was sent.
    const isEarly = ({ createdAt }: RefundView): boolean => Date.parse(createdAt) < Date.parse(fulfilledAt);
    const later = refunds.filter((refund) => !isEarly(refund));
    return [placed, paid, ...refunds.filter(isEarly).map(stepOfRefund), sent, ...later.map(stepOfRefund)];
  }
  const isSending = status === 'paid' && !isGoingBackWhole(order);
  const toCome: Step[] = isSending ? [{ id: 'sent', name: 'To be sent', when: null, state: 'to_come' }] : [];
  return [placed, paid, ...refunds.map(stepOfRefund), ...toCome];
}

function stepOfRefund({ refundId, status, amount, createdAt, settledAt }: RefundView): Step {
  return isRefundOpen(status)
    ? { id: refundId, name: `Refund of ${formatMoney(amount)} under way`, when: createdAt, state: 'waiting' }
    : { id: refundId, name: `Refunded ${formatMoney(amount)}`, when: settledAt, state: 'done' };
}

function isGoingBackWhole({ refunds, total }: Told): boolean {
  return refunds.reduce((sum, { amount }) => sum + amount.amount, 0) === total.amount;
}
