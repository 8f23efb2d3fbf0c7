import { createHash } from 'node:crypto';
import type { Tx } from '@/platform/database';

let id: string | undefined;

/**
 * Who this installation is at the processor: a row made once with the database, so that it moves along with it. Read
 * through the handle that the caller already has: a transaction must not wait for a second connection.
 */
export async function installationId(handle: Pick<Tx, 'installation'>): Promise<string> {
  id ??= (await handle.installation.findFirstOrThrow()).id;
  return id;
}

/**
 * The key that a purchase has at the processor. It derives from the purchase alone, no row id goes in: whoever works on the
 * same purchase meets the same charge, even after a failover that lost its order.
 */
export function processorKey(installation: string, scope: string, operation: string, key: string): string {
  const parts = JSON.stringify([installation, scope, operation, key]);
  return `doubletap-${createHash('sha256').update(parts).digest('hex')}`;
}
