import type { PaymentStatus } from '@prisma-client/client';

/** One state that a payment was in, and since when; null where that was not written. */
export interface StateReached {
  readonly status: PaymentStatus;
  readonly at: string | null;
  /** What it is known by. */
  readonly by: string;
}

/** What is stored of a payment's life. Times are ISO 8601. */
export interface StoredLife {
  readonly status: PaymentStatus;
  /** Minor units. */
  readonly amount: number;
  readonly createdAt: string;
  readonly settledAt: string | null;
  /** How often an owner of its key has let go in doubt; 0 also when the key is reaped. */
  readonly doubts: number;
  /** The bank has declined it once. */
  readonly wasDeclined: boolean;
  /** Its events in the ledger, in order of their time. Minor units. */
  readonly moves: readonly { readonly kind: string; readonly amount: number; readonly at: string }[];
}

/**
 * The states that a payment has gone through, from what is stored of it: the payment has its first and its present state, the
 * ledger each movement of its money. Doubt leaves no time of its own, so it is told without one.
 */
export function statePath({
  status,
  amount,
  createdAt,
  settledAt,
  doubts,
  wasDeclined,
  moves,
}: StoredLife): StateReached[] {
  const path: StateReached[] = [{ status: 'processing', at: createdAt, by: 'the order' }];
  const reach = (next: PaymentStatus, at: string | null, by: string): void => {
    if (path.at(-1)?.status !== next || next === 'partially_refunded') path.push({ status: next, at, by });
  };
  if (doubts > 0 || status === 'in_doubt')
    reach(
      'in_doubt',
      null,
      doubts > 0 ? `${doubts} ${doubts === 1 ? 'doubt' : 'doubts'} of its key` : 'its state',
    );

  const capture = moves.find(({ kind }) => kind === 'capture' || kind === 'late_capture');
  if (!capture) {
    if (status === 'declined' || status === 'not_made') reach(status, settledAt, "the processor's word");
    return path;
  }
  const isLate = capture.kind === 'late_capture';
  // What came late had been given up, or declined, before.
  if (isLate) reach(wasDeclined ? 'declined' : 'not_made', null, 'a capture that came late');
  reach(isLate ? 'captured_late' : 'captured', capture.at, `ledger: ${capture.kind}`);
  let returned = 0;
  for (const { kind, amount: moved, at } of moves) {
    if (kind !== 'refund' && kind !== 'refund_reversal') continue;
    returned += kind === 'refund' ? moved : -moved;
    if (returned === amount) reach('refunded', at, `ledger: ${kind}`);
    else if (isLate) reach('captured_late', at, `ledger: ${kind}`);
    else reach(returned === 0 ? 'captured' : 'partially_refunded', at, `ledger: ${kind}`);
  }
  return path;
}
