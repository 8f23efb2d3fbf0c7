import type { PrismaClient } from '@prisma-client/client';
import { fee } from '@/ledger/events';
import { post } from '@/ledger/post';
import { inTransaction } from '@/platform/database';

/** What the processor kept of a charge or refund of one of our orders. */
export interface Fee {
  /** The processor's id of the balance transaction. */
  readonly transactionId: string;
  readonly orderId: string;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
}

/** So many in one transaction: each is one statement, and the whole stays far below the transaction's time. */
const batchSize = 50;

/** Books the fees that are not in the ledger yet; returns how many those were. */
export async function postFees(prisma: PrismaClient, fees: readonly Fee[]): Promise<number> {
  let posted = 0;
  for (let from = 0; from < fees.length; from += batchSize) {
    posted += await postBatch(prisma, fees.slice(from, from + batchSize));
  }
  return posted;
}

function postBatch(prisma: PrismaClient, fees: readonly Fee[]): Promise<number> {
  return inTransaction(async (tx) => {
    // Only reconciliation books fees, so that one lock keeps two runs from booking the same one.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('doubletap fees', 0))`;
    const known = await tx.ledgerTransaction.findMany({
      where: { eventKind: 'fee', eventId: { in: fees.map(({ transactionId }) => transactionId) } },
      select: { eventId: true },
    });
    const knownIds = new Set(known.map(({ eventId }) => eventId));
    const fresh = fees.filter(({ transactionId, amount }) => amount !== 0 && !knownIds.has(transactionId));
    for (const { transactionId, ...kept } of fresh) await post(tx, fee({ ...kept, objectId: transactionId }));
    return fresh.length;
  }, prisma);
}
