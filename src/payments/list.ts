import type { PaymentStatus } from '@prisma-client/client';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';

/** A payment in an operator's list. */
export interface PaymentRow {
  readonly paymentId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: PaymentStatus;
  readonly amount: Money;
  /** Not failed refunds, those under way included. */
  readonly refunded: Money;
  readonly intentId: string | null;
  readonly chargeId: string | null;
  readonly createdAt: string;
  readonly settledAt: string | null;
}

export interface PaymentsAsked {
  readonly status?: PaymentStatus | undefined;
  /** Only those older than the payment of this id. */
  readonly before?: string | undefined;
}

const pageSize = 50;

/** Payments, newest first, a page at a time: `next` names the payment that the next page comes after. */
export async function listPayments({
  status,
  before,
}: PaymentsAsked): Promise<{ payments: PaymentRow[]; next: string | null }> {
  const rows = await prisma().payment.findMany({
    // Ids are in the order of time.
    where: { ...(status && { status }), ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
    include: { order: { select: { number: true } } },
  });
  const page = rows.slice(0, pageSize);
  return {
    payments: page.map(
      ({ id, orderId, order, amount, refundedAmount, currency, createdAt, settledAt, ...row }) => ({
        ...{ paymentId: id, orderId, orderNumber: order.number, status: row.status },
        ...{ intentId: row.intentId, chargeId: row.chargeId },
        amount: money(amount, currency),
        refunded: money(refundedAmount, currency),
        createdAt: createdAt.toISOString(),
        settledAt: settledAt?.toISOString() ?? null,
      }),
    ),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
