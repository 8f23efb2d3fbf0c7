import { type ClaimRow, claimRow, type StoredAnswer, takenOver } from './claim-row';
import { type NewClaim, readClaim, takeOver } from './claims';
import { fits } from './fingerprint';
import { type Machinery, sleep } from './machinery';
import type { Answer, EffectOperation, Operation, Purchase } from './operation';
import { begin, type Course, finish } from './owner';

/** What one attempt is told. */
export type Outcome =
  /** The answer that is stored under the key, and how this attempt came by it. */
  | { readonly kind: 'answered'; readonly stored: StoredAnswer; readonly how: How }
  /** Nobody knows yet how the outside call ended. Never stored; the same key may be tried again at once. */
  | { readonly kind: 'unknown'; readonly answer: Answer }
  /** Another attempt is still at work, for longer than this caller waits. */
  | { readonly kind: 'running' }
  /** The key belongs to another input. */
  | { readonly kind: 'mismatch' };

export type How = 'first' | 'took_over' | 'joined' | 'replayed';

export interface Drive<Input> {
  readonly purchase: Purchase<Input>;
  readonly claim: NewClaim;
  /** Reads the row before a claim is tried. */
  readonly isRepeat: boolean;
  /** Its reads go aside. */
  readonly isKnown: boolean;
  /** Called once the key's row is known to be committed. */
  readonly sawRow: () => void;
}

/** The longest that a duplicate waits for the attempt in flight. */
export const maxJoinMs = 10_000;

/** How often a joined claim of another process is looked at: soon at first, then at most five times a second. */
const pollMs = { first: 20, most: 200 };

/**
 * Takes one attempt through the table of the README: new, mismatch, completed, in progress with a live lease, in
 * progress with its lease over. Once the key's row has been seen it never rejects: work may be under way, and the only
 * true answer to a failure of ours is "still at work".
 */
export async function drive<Tx, Input, Fact>(
  machinery: Machinery<Tx>,
  operation: Operation<Tx, Input, Fact>,
  drive: Drive<Input>,
): Promise<Outcome> {
  let rowSeen = false;
  const sawRow = (): void => {
    rowSeen = true;
    drive.sawRow();
  };
  try {
    return await throughTheTable(machinery, operation, { ...drive, sawRow });
  } catch (error) {
    if (!rowSeen) throw error;
    machinery.report(error);
    return { kind: 'running' };
  }
}

async function throughTheTable<Tx, Input, Fact>(
  machinery: Machinery<Tx>,
  operation: Operation<Tx, Input, Fact>,
  { purchase, claim, isRepeat, isKnown, sawRow }: Drive<Input>,
): Promise<Outcome> {
  const { database, clock, newToken } = machinery;
  const { readAside = database.queryAlone } = machinery;
  const read = async (): Promise<ClaimRow | null> => {
    const [row] = await (isKnown ? readAside : database.queryAlone)(readClaim(claim));
    return row ? claimRow(row) : null;
  };
  const own = async (
    effectOperation: EffectOperation<Tx, Input, Fact>,
    token: string,
    course: Course,
  ): Promise<Outcome | null> => {
    const end = await finish(machinery, effectOperation, purchase, claim, token, course);
    switch (end.kind) {
      case 'settled':
        return { kind: 'answered', stored: end.stored, how: course.isTakeover ? 'took_over' : 'first' };
      case 'unknown':
        return end;
      case 'uncertain':
      case 'settled_late': // its key is gone by now: the next attempt meets what is written
        return { kind: 'running' };
      case 'fenced': // another owner has it now: read what is there
        return null;
      case 'no_claim': // a failover lost the claim: the purchase is new again, and its key at the outside is not
        machinery.report(new Error(`${operation.name}: a fact has lost its claim`));
        return null;
    }
  };
  const joinUntil = clock.now() + maxJoinMs;
  let joined = false;
  let waitMs = pollMs.first;
  let row = isRepeat ? await read() : null;

  for (;;) {
    if (row === null) {
      const token = newToken();
      const begun = await begin(machinery, operation, purchase, claim, token);
      if (begun === 'uncertain') return { kind: 'running' };
      if (begun === 'stored') sawRow();
      if (begun === 'owned' && operation.kind === 'effect') {
        sawRow();
        const outcome = await own(operation, token, { isTakeover: false });
        if (outcome) return outcome;
        joined = true;
      }
      row = await read();
      if (row === null) continue; // the attempt that had the key rolled back: it is new
      if (begun === 'stored' && row.state === 'completed') {
        return { kind: 'answered', stored: row.stored, how: 'first' };
      }
    }
    sawRow();
    if (!fits(row.fingerprint, claim.fingerprint)) return { kind: 'mismatch' };
    if (row.state === 'completed') {
      return { kind: 'answered', stored: row.stored, how: joined ? 'joined' : 'replayed' };
    }
    if (operation.kind === 'local') {
      throw new Error(`${operation.name}: an operation of one transaction left an open claim`);
    }
    if (row.leaseAlive) {
      if (clock.now() >= joinUntil) return { kind: 'running' };
      await sleep(clock, waitMs);
      waitMs = Math.min(waitMs * 1.5, pollMs.most);
    } else {
      // The owner that was joined let go in doubt: whoever waited for it is told what it was told.
      if (joined && row.token === null)
        return { kind: 'unknown', answer: await operation.describeUnknown(purchase) };
      const token = newToken();
      const [taken] = await database.queryAlone(takeOver(claim, token, operation.leaseMs));
      const outcome = taken
        ? await own(operation, token, { isTakeover: true, ageMs: takenOver(taken).ageMs })
        : null;
      if (outcome) return outcome;
    }
    joined = true;
    row = await read();
  }
}
