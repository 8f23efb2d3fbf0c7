import type { PrismaClient } from '@prisma-client/client';
import type { OurRefund, Ours, Theirs } from './compare';

const paymentFields = {
  id: true,
  orderId: true,
  scope: true,
  key: true,
  status: true,
  amount: true,
  currency: true,
  chargeId: true,
} as const;

/** What was captured and refunded here for purchases of a period. Read before the report, so that the report must have it. */
export async function expectedThere(prisma: PrismaClient, from: Date, to: Date): Promise<Ours['expected']> {
  const createdAt = { gte: from, lt: to };
  const [payments, refunds] = await Promise.all([
    prisma.payment.findMany({ where: { createdAt, chargeId: { not: null } }, select: paymentFields }),
    prisma.refund.findMany({ where: { createdAt, status: 'succeeded' }, select: refundFields }),
  ]);
  return { payments, refunds: refunds.flatMap(withId) };
}

const refundFields = { refundId: true, paymentId: true, amount: true, currency: true } as const;

/** Everything of ours that the report may mean, whenever it was made. */
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
  // Raw, because a list of pairs is one array join here, and one OR for each pair there.
  const named = await prisma.$queryRaw<{ id: string }[]>`
    SELECT payment.id::text FROM payment WHERE charge_id = ANY (${chargeIds}::text[])
    UNION
    SELECT payment.id::text
    FROM unnest(${purchases.map(({ scope }) => scope)}::text[], ${purchases.map(({ key }) => key)}::text[])
      AS purchase (scope, key) JOIN payment USING (scope, key)`;
  const [payments, refunds, surplusRefunds, surplus] = await Promise.all([
    prisma.payment.findMany({ where: { id: { in: named.map(({ id }) => id) } }, select: paymentFields }),
    prisma.refund.findMany({
      where: { refundId: { in: refundIds }, status: 'succeeded' },
      select: refundFields,
    }),
    findSurplusRefunds(prisma, refundIds),
    prisma.ledgerTransaction.findMany({
      where: { eventKind: 'late_capture', eventId: { in: chargeIds } },
      select: { eventId: true },
    }),
  ]);
  return {
    payments,
    refunds: [...surplusRefunds, ...refunds.flatMap(withId)],
    surplusCharges: new Set(surplus.map(({ eventId }) => eventId)),
  };
}

/** Refunds of surplus are known to the ledger; a second charge has no payment that a row could belong to. */
async function findSurplusRefunds(prisma: PrismaClient, refundIds: readonly string[]): Promise<OurRefund[]> {
  const booked = await prisma.ledgerTransaction.findMany({
    where: { eventKind: 'refund', eventId: { in: [...refundIds] } },
    select: {
      eventId: true,
      entries: { where: { accountCode: 'surplus' }, select: { amount: true, currency: true } },
    },
  });
  return booked.flatMap(({ eventId, entries: [entry] }) =>
    entry ? [{ refundId: eventId, paymentId: null, amount: entry.amount, currency: entry.currency }] : [],
  );
}

function withId({
  refundId,
  ...refund
}: { readonly refundId: string | null } & Omit<OurRefund, 'refundId'>): OurRefund[] {
  return refundId === null ? [] : [{ ...refund, refundId }];
}
