import { Prisma } from '@prisma-client/client';
import { newId, type Tx } from '@/platform/database';
import type { LedgerEvent } from './events';

/**
 * Books an event, in the transaction of what it tells of. Throws when its entries do not balance. An event is booked
 * once: who may meet it a second time asks {@link isPosted} first, under the lock of the payment that it belongs to, and
 * a twin that gets past that breaks the whole transaction on the unique index.
 */
export async function post(tx: Tx, event: LedgerEvent): Promise<void> {
  await tx.$executeRaw`WITH ${posting(event)} SELECT`;
}

/** The same as part of a statement of the caller's, after its WITH: header and entries go together, and with what they tell of. */
export function posting(event: LedgerEvent): Prisma.Sql {
  requireBalance(event);
  const { kind, objectId, orderId, currency, entries } = event;
  const accountCodes = entries.map(({ account }) => account);
  const amounts = entries.map(({ amount }) => amount);
  return Prisma.sql`
    posted AS (
      INSERT INTO ledger_transaction (id, event_kind, event_id, order_id)
      VALUES (${newId()}::uuid, ${kind}, ${objectId}, ${orderId}::uuid) RETURNING id
    ), entered AS (
      INSERT INTO ledger_entry (transaction_id, line, account_code, currency, amount)
      SELECT posted.id, entry.line, entry.account_code, ${currency}, entry.amount
      FROM posted, unnest(${accountCodes}::text[], ${amounts}::int[]) WITH ORDINALITY AS entry (account_code, amount, line)
    )`;
}

/** Whether an event is in the ledger. Only true for as long as the caller holds the lock under which it is posted. */
export async function isPosted(tx: Tx, { kind, objectId }: LedgerEvent): Promise<boolean> {
  const posted = await tx.ledgerTransaction.findUnique({
    where: { eventKind_eventId: { eventKind: kind, eventId: objectId } },
    select: { id: true },
  });
  return posted !== null;
}

function requireBalance({ kind, objectId, entries }: LedgerEvent): void {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (entries.length < 2 || sum !== 0 || !entries.every(({ amount }) => Number.isSafeInteger(amount))) {
    throw new Error(`the entries of ${kind} ${objectId} do not balance: ${JSON.stringify(entries)}`);
  }
}
