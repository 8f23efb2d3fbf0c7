import type { OrderView } from '@/checkout/orders';
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

type Told = Pick<OrderView, 'status' | 'payment' | 'createdAt' | 'paidAt' | 'total' | 'refunds'>;

/** What has happened to an order and what comes next, in this order. */
export function stepsOf(order: Told): Step[] {
  const { status, payment, createdAt, paidAt } = order;
  const placed: Step = { id: 'placed', name: 'Placed', when: createdAt, state: 'done' };
  if (isUnresolved(payment.status)) {
    return [placed, { id: 'checking', name: 'Payment being checked', when: null, state: 'waiting' }];
  }
  if (status === 'cancelled') {
    const name = payment.status === 'declined' ? 'Card declined, order cancelled' : 'Cancelled';
    return [placed, { id: 'cancelled', name, when: null, state: 'ended' }, ...refundSteps(order)];
  }
  const paid: Step = { id: 'paid', name: `Paid ${formatMoney(order.total)}`, when: paidAt, state: 'done' };
  const sent: Step = {
    id: 'sent',
    name: status === 'fulfilled' ? 'Sent' : 'To be sent',
    when: null,
    state: status === 'fulfilled' ? 'done' : 'to_come',
  };
  // Whether an order that was refunded had been sent before is not told: its state is one of the two.
  const isSending = status !== 'refunded' && !isGoingBackWhole(order);
  const refunds = refundSteps(order);
  if (!isSending) return [placed, paid, ...refunds];
  return status === 'fulfilled' ? [placed, paid, sent, ...refunds] : [placed, paid, ...refunds, sent];
}

function refundSteps({ refunds }: Told): Step[] {
  return refunds.map(({ refundId, status, amount, createdAt, settledAt }) =>
    isRefundOpen(status)
      ? {
          id: refundId,
          name: `Refund of ${formatMoney(amount)} under way`,
          when: createdAt,
          state: 'waiting',
        }
      : { id: refundId, name: `Refunded ${formatMoney(amount)}`, when: settledAt, state: 'done' },
  );
}

function isGoingBackWhole({ status, refunds, total }: Told): boolean {
  return status === 'paid' && refunds.reduce((sum, { amount }) => sum + amount.amount, 0) === total.amount;
}
