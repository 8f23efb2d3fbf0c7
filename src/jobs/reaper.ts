import { setTimeout as sleep } from 'node:timers/promises';
import { payOperation } from '@/checkout/pay';
import { prisma, type Tx } from '@/platform/database';

/**
 * So long a message that was applied is kept. The processor itself forgets its events after 30 days and stops sending one after three
 * (Stripe, "Webhooks"); one that comes again later finds the state that it tells of.
 */
const messageAge = '31 days';

/** Rows in one statement: small enough that purchases do not feel it. */
const batch = 250;
/** After each one it rests so many times as long as that took. */
const rest = 4;

/**
 * Deletes answers whose retention is over, in bounded batches, and returns how many. A key that is still open is never
 * touched, however old: its purchase is not resolved. Its attempts go with the key; how many there were is kept with the payment.
 */
export async function reapExpiredKeys(
  signal: AbortSignal,
  client: Pick<Tx, '$executeRaw'> = prisma(),
): Promise<number> {
  // One statement: attempts are deleted, counted and forgotten with their key, or none of it.
  return inBatches(
    signal,
    () => client.$executeRaw`
      WITH expired AS (
        SELECT scope, operation, key FROM idempotency_key
        -- In a SELECT of its own the clock is read once, and the index ends the search. Read for each row it would end nowhere.
        WHERE state = 'completed' AND expires_at < (SELECT clock_timestamp())
        ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM attempt USING expired
        WHERE (attempt.scope, attempt.operation, attempt.key) = (expired.scope, expired.operation, expired.key)
        RETURNING attempt.scope, attempt.operation, attempt.key, attempt.number
      ), counted AS (
        SELECT scope, key, count(DISTINCT number)::int AS attempts, count(*)::int AS requests
        FROM gone WHERE operation = ${payOperation().name} GROUP BY scope, key
      ), kept AS (
        UPDATE payment SET reaped_attempts = greatest(reaped_attempts, counted.attempts),
                           reaped_requests = reaped_requests + counted.requests
        FROM counted WHERE (payment.scope, payment.key) = (counted.scope, counted.key)
      )
      DELETE FROM idempotency_key USING expired
      WHERE (idempotency_key.scope, idempotency_key.operation, idempotency_key.key)
          = (expired.scope, expired.operation, expired.key)`,
  );
}

/** Deletes messages of the processor that were applied long ago, as gently, and returns how many. One that waits is kept. */
export async function reapOldMessages(
  signal: AbortSignal,
  client: Pick<Tx, '$executeRaw'> = prisma(),
): Promise<number> {
  return inBatches(
    signal,
    () => client.$executeRaw`
      DELETE FROM processor_event WHERE id IN (
        SELECT id FROM processor_event
        WHERE applied_at < (SELECT clock_timestamp() - ${messageAge}::interval)
        ORDER BY applied_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
  );
}

/** Goes on as long as there is a full batch, and returns how many rows there were in all. */
async function inBatches(signal: AbortSignal, deleteBatch: () => PromiseLike<number>): Promise<number> {
  for (let reaped = 0; ; ) {
    const startedAt = performance.now();
    const deleted = await deleteBatch();
    reaped += deleted;
    if (deleted < batch || signal.aborted) return reaped;
    const restMs = rest * (performance.now() - startedAt);
    await sleep(restMs, undefined, { signal }).catch(() => undefined); // an abort ends it
  }
}
