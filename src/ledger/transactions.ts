import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';

/** One business event in the ledger. */
export interface TransactionView {
  readonly id: string;
  readonly kind: string;
  /** The processor's id of what it happened to. */
  readonly objectId: string;
  readonly orderId: string | null;
  readonly recordedAt: string;
  /** Debits are positive, credits are negative. */
  readonly entries: readonly { readonly account: string; readonly amount: Money }[];
}

export interface TransactionsAsked {
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly kind?: string | undefined;
  /** Only those older than the transaction of this id. */
  readonly before?: string | undefined;
}

const pageSize = 50;

/** Transactions of the ledger, newest first, a page at a time: `next` names the one that the next page comes after. */
export async function listTransactions({
  account,
  currency,
  kind,
  before,
}: TransactionsAsked): Promise<{ transactions: TransactionView[]; next: string | null }> {
  const touches = { ...(account && { accountCode: account }), ...(currency && { currency }) };
  const rows = await prisma().ledgerTransaction.findMany({
    where: {
      ...(kind && { eventKind: kind }),
      ...(Object.keys(touches).length > 0 && { entries: { some: touches } }),
      // Ids are in the order of time.
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
    include: { entries: { orderBy: { line: 'asc' } } },
  });
  const page = rows.slice(0, pageSize);
  return {
    transactions: page.map(({ id, eventKind, eventId, orderId, recordedAt, entries }) => ({
      ...{ id, kind: eventKind, objectId: eventId, orderId },
      recordedAt: recordedAt.toISOString(),
      entries: entries.map((entry) => ({
        account: entry.accountCode,
        amount: money(entry.amount, entry.currency),
      })),
    })),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
