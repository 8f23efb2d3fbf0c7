import { claimRow, type StoredAnswer, subjectOf } from './claim-row';
import { complete, lockClaim, lockClaimAndSubject, writeLast } from './claims';
import { commit } from './commit';
import type { Machinery } from './machinery';
import type { EffectOperation, PurchaseName } from './operation';

export type SettleEnd =
  | { readonly kind: 'settled'; readonly stored: StoredAnswer }
  /** The fact is written, and the key was reaped long ago: nobody is waiting for an answer. */
  | { readonly kind: 'settled_late' }
  /** Nothing of it is here: it has not arrived yet, or a failover lost it. Nothing was written. */
  | { readonly kind: 'no_claim' }
  /** The fact may be written; whoever brings it again finds out. */
  | { readonly kind: 'uncertain' };

/** What else belongs into the settling transaction: a message's place in the inbox, for example. */
export type Alongside<Tx> = (tx: Tx) => Promise<void>;

/**
 * One transaction for a fact: locks the key, lets the operation write the fact (a no-op when it is there), and stores
 * the answer when the key is still open. A fact needs no token: whoever brings it, it is true.
 */
export async function settleFact<Tx, Input, Fact>(
  machinery: Machinery<Tx>,
  operation: EffectOperation<Tx, Input, Fact>,
  purchase: PurchaseName,
  fact: Fact,
  alongside?: Alongside<Tx>,
): Promise<SettleEnd> {
  const { database } = machinery;
  const id = { scope: purchase.scope, operation: operation.name, key: purchase.key };
  const end = await commit<Tx, SettleEnd>(machinery, operation.settleTimeoutMs / 2, async (tx) => {
    const lock = operation.settleSubject
      ? lockClaimAndSubject(id, operation.settleSubject(purchase))
      : lockClaim(id);
    const [locked] = await database.query(tx, lock);
    const before = locked && locked.fingerprint !== null ? claimRow(locked) : null;
    const settled = await operation.settle(tx, purchase, fact, subjectOf(locked));
    if (settled === null) return { kind: 'no_claim' };
    const { lastWrite, ...answer } = settled;
    const completing = before?.state === 'in_progress' ? complete(id, answer, operation.retentionMs) : null;
    const statement = lastWrite ? writeLast(lastWrite, completing) : completing;
    const [written = {}] = statement ? await database.query(tx, statement) : [];
    lastWrite?.proof?.check(written);
    await alongside?.(tx);
    if (before === null) return { kind: 'settled_late' };
    if (before.state === 'completed') return { kind: 'settled', stored: before.stored };
    return { kind: 'settled', stored: { ...answer, expiresAt: new Date(Number(written.expires_at_ms)) } };
  });
  return end.certain ? end.value : { kind: 'uncertain' };
}
