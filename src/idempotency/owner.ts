import { claimRow, subjectOf } from './claim-row';
import {
  type ClaimId,
  complete,
  insertClaim,
  insertClaimAndSubject,
  insertCompleted,
  type NewClaim,
  readClaim,
  release,
} from './claims';
import { commit } from './commit';
import type { Statement } from './database';
import { type Machinery, within } from './machinery';
import {
  type Answer,
  type EffectOperation,
  type EffectOutcome,
  type Operation,
  type Purchase,
  Refusal,
} from './operation';
import { type SettleEnd, settleFact } from './settle-fact';

/** How long a claiming transaction is tried again while the database cannot be reached. */
const beginPatienceMs = 1_000;

/** An operation of one transaction never leaves an open claim behind, so its lease only has to be there. */
const localLeaseMs = 1_000;

/** How the claiming transaction ended. */
export type Begun =
  /** The claim is this token's, and what `begin` wrote has committed with it. */
  | 'owned'
  /** An answer is stored: a refusal, or the whole of an operation of one transaction. */
  | 'stored'
  /** Another attempt has the key. */
  | 'taken'
  /** The claim may be there, and nobody can say yet. */
  | 'uncertain';

/** Phase one: claims the key and does what `begin` does, in the same transaction. */
export async function begin<Tx, Input, Fact>(
  machinery: Machinery<Tx>,
  operation: Operation<Tx, Input, Fact>,
  purchase: Purchase<Input>,
  claim: NewClaim,
  token: string,
): Promise<Begun> {
  const { database } = machinery;
  try {
    const end = await commit<Tx, Begun>(machinery, beginPatienceMs, async (tx) => {
      const [claimed] = await database.query(tx, claiming(operation, purchase, claim, token));
      if (!claimed) {
        // After a lost COMMIT this runs again, and the row already carries this owner's token.
        const [row] = await database.query(tx, readClaim(claim));
        const seen = row ? claimRow(row) : null;
        return seen?.state === 'in_progress' && seen.token === token ? 'owned' : 'taken';
      }
      if (operation.kind === 'effect') {
        await operation.begin(tx, purchase, subjectOf(claimed));
        return 'owned';
      }
      await database.query(tx, complete(claim, await operation.begin(tx, purchase), operation.retentionMs));
      return 'stored';
    });
    return end.certain ? end.value : 'uncertain';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A refusal is stored before it is sent. No row back: another attempt was faster, and the table decides.
    const end = await commit(machinery, beginPatienceMs, (tx) =>
      database.query(tx, insertCompleted(claim, error.answer)),
    );
    if (!end.certain) return 'uncertain';
    return end.value.length > 0 ? 'stored' : 'taken';
  }
}

function claiming<Tx, Input, Fact>(
  operation: Operation<Tx, Input, Fact>,
  purchase: Purchase<Input>,
  claim: NewClaim,
  token: string,
): Statement {
  if (operation.kind === 'local') return insertClaim(claim, token, localLeaseMs);
  const { leaseMs, beginSubject } = operation;
  return beginSubject
    ? insertClaimAndSubject(claim, token, leaseMs, beginSubject(purchase))
    : insertClaim(claim, token, leaseMs);
}

export type Finished =
  | SettleEnd
  | { readonly kind: 'unknown'; readonly answer: Answer }
  | { readonly kind: 'fenced' };

/** How the owner came by the claim: with a new claim, or by taking over one of that age. */
export type Course = { readonly isTakeover: false } | { readonly isTakeover: true; readonly ageMs: number };

/** Phases two and three: the outside call, then its fact or its doubt. */
export async function finish<Tx, Input, Fact>(
  machinery: Machinery<Tx>,
  operation: EffectOperation<Tx, Input, Fact>,
  purchase: Purchase<Input>,
  id: ClaimId,
  token: string,
  course: Course,
): Promise<Finished> {
  const outcome = await callOutside(machinery, operation, purchase, course);
  if (outcome.known) return settleFact(machinery, operation, purchase, outcome.fact);

  const end = await commit(machinery, operation.settleTimeoutMs / 2, async (tx) => {
    const [released] = await machinery.database.query(tx, release(id, token));
    if (!released) return 'fenced';
    await operation.markUnknown(tx, purchase, outcome.why);
    return 'released';
  });
  if (end.certain && end.value === 'fenced') return { kind: 'fenced' };
  return { kind: 'unknown', answer: await operation.describeUnknown(purchase) };
}

/** The call itself, bounded in time whatever the outside's client library does. A throw is an unknown outcome too. */
async function callOutside<Tx, Input, Fact>(
  { clock, report }: Machinery<Tx>,
  { effect, effectTimeoutMs, giveUpAgeMs }: EffectOperation<Tx, Input, Fact>,
  purchase: Purchase<Input>,
  course: Course,
): Promise<EffectOutcome<Fact>> {
  const call = async (): Promise<EffectOutcome<Fact>> => {
    if (course.isTakeover && course.ageMs >= giveUpAgeMs) return effect.giveUp(purchase, course.ageMs);
    if (effect.repeatable || !course.isTakeover) return effect.send(purchase);
    return (await effect.ask(purchase)) ?? effect.send(purchase);
  };
  const calling = call().catch((error: unknown): EffectOutcome<Fact> => {
    report(error);
    return { known: false, why: error instanceof Error ? error.message : String(error) };
  });
  return within(clock, effectTimeoutMs, calling, {
    known: false,
    why: `no answer within ${effectTimeoutMs} ms`,
  });
}
