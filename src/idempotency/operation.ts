import type { Row, Statement } from './database';

/**
 * An operation is declared once and run by whoever comes: the first request, a takeover, a recovery worker.
 * The engine knows its three phases and nothing else about it.
 */

/** What is stored under a key and repeated to every later attempt. `body` is text, so that a replay is byte-equal. */
export interface Answer {
  /** An HTTP status that is final: below 500 and not 429. */
  readonly status: number;
  readonly body: string;
}

/** What `settle` has come to: the answer for the key, and what is still to be written with it. */
export interface Settled extends Answer {
  readonly lastWrite?: LastWrite;
}

/** The writes that end a settling transaction. They go with the storing of the answer, in one statement. */
export interface LastWrite {
  /** What stands in its WITH: `one AS (INSERT ..), other AS (UPDATE ..)`. */
  readonly parts: Statement;
  /** What is read of the parts, as the columns of a SELECT without FROM, and who looks at it: an error undoes everything. */
  readonly proof?: { readonly columns: string; readonly check: (row: Row) => void };
}

/** Makes an answer from a value; JSON text is fixed here, once, for every replay to come. */
export function answer(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}

/** Which purchase (or other protected operation) is meant. */
export interface PurchaseName {
  readonly scope: string;
  readonly key: string;
}

/** One purchase as its phases see it. Everything in it is frozen. */
export interface Purchase<Input> extends PurchaseName {
  readonly input: Input;
}

/** How an outside call ended. `unknown` is never a guess: it says that nobody knows yet. */
export type EffectOutcome<Fact> =
  | { readonly known: true; readonly fact: Fact }
  | { readonly known: false; readonly why: string };

interface Named<Input> {
  /** The procedure's name, for example `checkout.pay`. Keys of two operations never meet. */
  readonly name: string;
  /** Turns a stored input back into the validated type. Throws when the text is not such an input. */
  parseInput(value: unknown): Input;
  /** How long a stored answer is kept, in milliseconds. */
  readonly retentionMs: number;
}

/** An operation without an outside effect: one transaction that claims, works and stores its answer. */
export interface LocalOperation<Tx, Input> extends Named<Input> {
  readonly kind: 'local';
  begin(tx: Tx, purchase: Purchase<Input>): Promise<Answer>;
}

/** An operation around one call to the outside, which cannot be rolled back. */
export interface EffectOperation<Tx, Input, Fact> extends Named<Input> {
  readonly kind: 'effect';
  /** How long an owner may work before others may take over, in milliseconds, by the database's clock. */
  readonly leaseMs: number;
  /** The outside call gives up after this time. Together with `settleTimeoutMs` it must lie below the lease. */
  readonly effectTimeoutMs: number;
  /** The longest that the settling transaction may take, repeats included. */
  readonly settleTimeoutMs: number;
  /**
   * From this age of the claim on nobody sends any more, whoever runs it, in milliseconds: the operation is closed at the
   * outside instead. It lies well below the time for which the outside remembers keys.
   */
  readonly giveUpAgeMs: number;
  /**
   * Phase one, in the claiming transaction: everything that must be true before the outside is called. Throws {@link Refusal} to
   * refuse.
   *
   * @param subject the row of `beginSubject`; null when there is none
   */
  begin(tx: Tx, purchase: Purchase<Input>, subject: Row | null): Promise<void>;
  /**
   * Reads and locks what `begin` decides on: one SELECT that gives at most one row. It goes with the claim, in the same round trip and
   * after it, and only for whoever has got the key; JSON carries its row, so times come as text.
   */
  beginSubject?(purchase: Purchase<Input>): Statement;
  /** Phase two, outside any transaction. Must call with a key and parameters derived from the purchase alone. */
  effect: Effect<Input, Fact>;
  /**
   * Phase three: writes a fact and returns the answer for the key, with the last of its writes or without. It must be a no-op
   * when the fact is already written, because owner, fenced owner, takeover, webhook and reconciliation may all bring the same
   * one. Null says that nothing of this purchase is here to settle.
   *
   * @param subject the row of `settleSubject`; null when there is none
   */
  settle(tx: Tx, purchase: PurchaseName, fact: Fact, subject: Row | null): Promise<Settled | null>;
  /** Reads and locks what `settle` writes, with the lock of the key and after it, as `beginSubject` does with the claim. */
  settleSubject?(purchase: PurchaseName): Statement;
  /** The outcome is unknown: marks it so, in a transaction that only the present owner can commit. */
  markUnknown(tx: Tx, purchase: Purchase<Input>, why: string): Promise<void>;
  /** What a caller is told while the outcome is unknown. It is read, sent and never stored. */
  describeUnknown(purchase: Purchase<Input>): Promise<Answer>;
}

export type Operation<Tx, Input, Fact> = EffectOperation<Tx, Input, Fact> | LocalOperation<Tx, Input>;

/**
 * The outside call. With `repeatable` the outside itself knows the purchase's key, and a takeover simply sends
 * again. Without it, a takeover asks first and sends only when the outside is sure that nothing was done.
 */
export type Effect<Input, Fact> = (
  | { readonly repeatable: true }
  | {
      readonly repeatable: false;
      /** `null` says that the outside is sure that nothing was done; anything less sure is `{ known: false }`. */
      ask(purchase: Purchase<Input>): Promise<EffectOutcome<Fact> | null>;
    }
) & {
  send(purchase: Purchase<Input>): Promise<EffectOutcome<Fact>>;
  /**
   * Ends a purchase of that age at the outside for good: makes sure that a send still on its way does nothing any more, or
   * finds out what it did. It never does the thing itself.
   */
  giveUp(purchase: Purchase<Input>, ageMs: number): Promise<EffectOutcome<Fact>>;
};

/**
 * Declares an operation around an outside call, and asserts that its times fit: an owner that still waits for the
 * outside when its lease runs out could be overtaken while its call is on the wire.
 */
export function declareEffectOperation<Tx, Input, Fact>(
  declaration: Omit<EffectOperation<Tx, Input, Fact>, 'kind'>,
): EffectOperation<Tx, Input, Fact> {
  const { name, leaseMs, effectTimeoutMs, settleTimeoutMs, giveUpAgeMs, retentionMs } = declaration;
  if (effectTimeoutMs + settleTimeoutMs >= leaseMs) {
    throw new Error(
      `${name}: effect timeout (${effectTimeoutMs} ms) and settling (${settleTimeoutMs} ms) must fit into the lease (${leaseMs} ms)`,
    );
  }
  if (giveUpAgeMs <= leaseMs || retentionMs <= giveUpAgeMs) {
    throw new Error(
      `${name}: lease (${leaseMs} ms), age of giving up (${giveUpAgeMs} ms) and retention (${retentionMs} ms) must rise`,
    );
  }
  return { ...declaration, kind: 'effect' };
}

/** Declares an operation that is one transaction. */
export function declareLocalOperation<Tx, Input>(
  declaration: Omit<LocalOperation<Tx, Input>, 'kind'>,
): LocalOperation<Tx, Input> {
  return { ...declaration, kind: 'local' };
}

/**
 * Thrown by `begin` to refuse a purchase for good. The transaction rolls back, then the answer is stored under
 * the key before it is sent: a delayed twin of the refused attempt must be refused too.
 */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`refused: ${answer.body}`);
    this.name = 'Refusal';
    if (answer.status >= 500 || answer.status === 429 || answer.status < 400) {
      throw new Error(`a refusal cannot be stored with status ${answer.status}`);
    }
  }
}
