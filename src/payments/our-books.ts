import type { PrismaClient } from '@prisma-client/client';
import type { OurPayment, OurRefund, Ours, Theirs } from './compare';

/** What was captured and refunded here for purchases of a period. Read before the report, so that the report must have it. */
export async function expectedThere(prisma: PrismaClient, from: Date, to: Date): Promise<Ours['expected']> {
  const createdAt = { gte: from, lt: to };
  const [payments, refunds] = await Promise.all([
    prisma.payment.findMany({ where: { createdAt, chargeId: { not: null } } }),
    prisma.refund.findMany({ where: { createdAt, status: 'succeeded' } }),
  ]);
  return {
    payments,
    refunds: refunds.flatMap(({ refundId, paymentId, amount, currency }) =>
      refundId === null ? [] : [{ refundId, paymentId, amount, currency }],
    ),
  };
}

/**
 * Everything of ours that the report may mean, whenever it was made. Raw, because a list goes along as one array here: a
 * report may be longer than a statement may have parameters.
 */
export async function booksFor(
  prisma: PrismaClient,
  theirs: Theirs,
): Promise<Pick<Ours, 'payments' | 'refunds' | 'surplusCharges'>> {
  const refundIds = theirs.refunds.map(({ refundId }) => refundId);
  const chargeIds = [
    ...theirs.charges.map(({ chargeId }) => chargeId),
    ...theirs.refunds.flatMap(({ chargeId }) => chargeId ?? []),
  ];
  const purchases = theirs.charges.flatMap(({ purchase }) => purchase ?? []);
  const [payments, refunds, surplus] = await Promise.all([
    prisma.$queryRaw<OurPayment[]>`
      SELECT payment.id::text, order_id::text AS "orderId", scope, key, status::text AS status, amount, currency,
             charge_id AS "chargeId"
      FROM payment WHERE id IN (
        SELECT id FROM payment WHERE charge_id = ANY (${chargeIds}::text[])
        UNION
        SELECT id
        FROM unnest(${purchases.map(({ scope }) => scope)}::text[], ${purchases.map(({ key }) => key)}::text[])
          AS purchase (scope, key) JOIN payment USING (scope, key)
      )`,
    // Refunds of surplus are known to the ledger: a second charge has no payment that a row could belong to.
    prisma.$queryRaw<OurRefund[]>`
      SELECT refund_id AS "refundId", payment_id::text AS "paymentId", amount, currency
      FROM refund WHERE refund_id = ANY (${refundIds}::text[]) AND status = 'succeeded'
      UNION ALL
      SELECT event_id, NULL, entry.amount, entry.currency
      FROM ledger_transaction JOIN ledger_entry entry ON transaction_id = ledger_transaction.id
      WHERE event_kind = 'refund' AND event_id = ANY (${refundIds}::text[]) AND account_code = 'surplus'
        AND NOT EXISTS (SELECT 1 FROM refund WHERE refund_id = event_id)`,
    prisma.$queryRaw<{ eventId: string }[]>`
      SELECT event_id AS "eventId" FROM ledger_transaction
      WHERE event_kind = 'late_capture' AND event_id = ANY (${chargeIds}::text[])`,
  ]);
  return { payments, refunds, surplusCharges: new Set(surplus.map(({ eventId }) => eventId)) };
}
