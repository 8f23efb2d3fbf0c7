import { prisma } from '@/platform/database';

/** Rows in one statement: small enough that purchases do not feel it. */
const batch = 1_000;

/**
 * Deletes answers whose retention is over, in bounded batches, and returns how many. A key that is still open is never
 * touched, however old: its purchase is not resolved.
 */
export async function reapExpiredKeys(signal: AbortSignal): Promise<number> {
  for (let reaped = 0; ; ) {
    const deleted = await prisma().$executeRaw`
      DELETE FROM idempotency_key WHERE (scope, operation, key) IN (
        SELECT scope, operation, key FROM idempotency_key
        WHERE state = 'completed' AND expires_at < clock_timestamp()
        ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
    reaped += deleted;
    if (deleted < batch || signal.aborted) return reaped;
  }
}
