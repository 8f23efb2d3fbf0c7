import { type ClaimRow, claimRow, takenOver } from './claim-row';
import { type ClaimId, findAbandoned, insertCompleted, readClaim, takeOver, unseenClaim } from './claims';
import { drive, maxJoinMs, type Outcome } from './drive';
import { canonical, fingerprint, fits } from './fingerprint';
import { type Flight, Flights } from './flights';
import { Lookups } from './lookups';
import { type Machinery, within } from './machinery';
import type { Answer, EffectOperation, Operation, Purchase, PurchaseName } from './operation';
import { type Finished, finish } from './owner';
import { type Alongside, type SettleEnd, settleFact } from './settle-fact';

/** One attempt: one request that carries a key. */
export interface Attempt<Input> extends Purchase<Input> {
  /** How long the caller will wait, in milliseconds. It ends the waiting, never the work. */
  readonly waitMs?: number | undefined;
  /** The caller has sent this key before: the row is read before a claim is tried. A hint for speed, never for truth. */
  readonly isRepeat: boolean;
  /** The key's row has been seen (`knows`): it is read aside, so that a stored answer needs no place in the line. */
  readonly isKnown?: boolean;
  /** Keeps the process alive for work that goes on after the caller was answered. */
  readonly keepAlive: (work: Promise<unknown>) => void;
}

/** The engine over one database. README.md tells what an attempt meets. */
export class Engine<Tx> {
  readonly #machinery: Machinery<Tx>;
  readonly #flights = new Flights<Outcome>();
  readonly #lookups: Lookups;

  constructor(machinery: Machinery<Tx>) {
    this.#machinery = machinery;
    this.#lookups = new Lookups(machinery.readAside ?? machinery.database.queryAlone);
  }

  /**
   * Runs one attempt of an operation to what its caller is told. Rejects only with what `begin` threw (other than a
   * refusal) or with the database's error, and then this attempt has written nothing under the key.
   */
  async attempt<Input, Fact>(
    operation: Operation<Tx, Input, Fact>,
    { scope, key, input, waitMs = Infinity, isRepeat, isKnown = false, keepAlive }: Attempt<Input>,
  ): Promise<Outcome> {
    const { clock } = this.#machinery;
    const text = canonical(input);
    const id: ClaimId = { scope, operation: operation.name, key };
    const claim = { ...id, fingerprint: fingerprint(text), input: text, retentionMs: operation.retentionMs };
    const flightKey = flightKeyOf(id);
    const startedAt = clock.now();
    const leftMs = (limitMs: number): number => Math.min(limitMs, waitMs) - (clock.now() - startedAt);

    for (;;) {
      const flight = this.#flights.get(flightKey);
      if (!flight) {
        const led = this.#flights.start(flightKey, claim.fingerprint, (sawRow) =>
          drive(this.#machinery, operation, {
            ...{ purchase: { scope, key, input }, claim, sawRow },
            ...{ isRepeat: isRepeat || isKnown, isKnown },
          }),
        );
        keepAlive(led.landed);
        return within(clock, leftMs(Infinity), led.outcome, running);
      }
      const left = leftMs(maxJoinMs);
      if (left <= 0) return running;
      if (flight.fingerprint === claim.fingerprint) {
        const outcome = await within(clock, left, flight.outcome, running);
        // "Running" may only say that the flight stopped waiting for another process: this caller may have time left.
        if (outcome.kind !== 'running') return asDuplicate(outcome);
      } else if (await this.#belongsToAnother(claim, flight, left)) {
        return { kind: 'mismatch' };
      }
    }
  }

  /** Whether an attempt with this key is at work in this process. Costs nothing: another one waits for it in memory. */
  isUnderWay(id: ClaimId): boolean {
    return this.#flights.get(flightKeyOf(id)) !== undefined;
  }

  /** Whether the key has a row, so that it must not be turned away as something new. Read aside. */
  knows(id: ClaimId): Promise<boolean> {
    return this.#lookups.isThere(id);
  }

  /**
   * Brings a fact from anywhere: webhook, reconciliation, worker. It needs no lease, and completes the key when that is
   * still open. `alongside` commits with it, or not at all.
   */
  settle<Input, Fact>(
    operation: EffectOperation<Tx, Input, Fact>,
    purchase: PurchaseName,
    fact: Fact,
    alongside?: Alongside<Tx>,
  ): Promise<SettleEnd> {
    return settleFact(this.#machinery, operation, purchase, fact, alongside);
  }

  /**
   * Finishes an operation that nobody works on any more, from what is stored of it: sends again while it is young, gives it
   * up when it is old. Null when it is somebody else's by now.
   */
  async recover<Input, Fact>(
    operation: EffectOperation<Tx, Input, Fact>,
    scope: string,
    key: string,
  ): Promise<Finished['kind'] | null> {
    const { database, newToken } = this.#machinery;
    const id: ClaimId = { scope, operation: operation.name, key };
    const token = newToken();
    const [row] = await database.queryAlone(takeOver(id, token, operation.leaseMs));
    if (!row) return null;
    const { input, ageMs } = takenOver(row);
    const purchase = { scope, key, input: operation.parseInput(input) };
    return (await finish(this.#machinery, operation, purchase, id, token, { isTakeover: true, ageMs })).kind;
  }

  /** The keys of an operation that nobody works on, the longest waiting first. */
  async abandoned(operationName: string, limit: number): Promise<{ scope: string; key: string }[]> {
    const rows = await this.#machinery.database.queryAlone(findAbandoned(operationName, limit));
    return rows.map(({ scope, key }) => ({ scope: String(scope), key: String(key) }));
  }

  /**
   * Ends a purchase that never arrived: where no row exists, one is inserted that holds `answer` and fits any input, so
   * that an attempt still on its way meets it. Where one exists, it is left as it is and told.
   */
  async close<Input, Fact>(
    operation: Operation<Tx, Input, Fact>,
    scope: string,
    key: string,
    answer: Answer,
  ): Promise<Outcome> {
    const id: ClaimId = { scope, operation: operation.name, key };
    await this.#machinery.database.queryAlone(
      insertCompleted(unseenClaim(id, operation.retentionMs), answer),
    );
    const row = await this.#read(id);
    return row?.state === 'completed' ? { kind: 'answered', stored: row.stored, how: 'replayed' } : running;
  }

  /** Another input is under way with this key. Only the committed row can say whose key it is. */
  async #belongsToAnother(
    claim: ClaimId & { fingerprint: string },
    flight: Flight<Outcome>,
    ms: number,
  ): Promise<boolean> {
    await within(this.#machinery.clock, ms, flight.rowSeen, undefined);
    const row = await this.#read(claim);
    if (row && !fits(row.fingerprint, claim.fingerprint)) return true;
    await within(this.#machinery.clock, ms, flight.landed, undefined);
    return false;
  }

  async #read(id: ClaimId): Promise<ClaimRow | null> {
    const [row] = await this.#machinery.database.queryAlone(readClaim(id));
    return row ? claimRow(row) : null;
  }
}

function flightKeyOf({ scope, operation, key }: ClaimId): string {
  return JSON.stringify([scope, operation, key]);
}

const running: Outcome = { kind: 'running' };

/** A duplicate that waited in memory gets the same answer, marked as the repeat that it is. */
function asDuplicate(outcome: Outcome): Outcome {
  return outcome.kind === 'answered' && outcome.how !== 'replayed' ? { ...outcome, how: 'joined' } : outcome;
}
