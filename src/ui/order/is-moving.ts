import type { OrderView } from '@/checkout/orders';
import { isRefundOpen, isUnresolved } from '@/payments/states';

/** For how long after a payment its receipt is waited for, in milliseconds: the worker writes it within seconds, when it runs. */
const receiptDueMs = 60_000;

/** Whether an order is about to change by itself: its payment or a refund is unresolved, or its receipt is being written. */
export function isMoving(
  { payment, refunds, receipt, paidAt }: Pick<OrderView, 'payment' | 'refunds' | 'receipt' | 'paidAt'>,
  now: number = Date.now(),
): boolean {
  const awaitsReceipt = receipt === null && paidAt !== null && now - Date.parse(paidAt) < receiptDueMs;
  return isUnresolved(payment.status) || refunds.some(({ status }) => isRefundOpen(status)) || awaitsReceipt;
}
