import { type ClaimId, findClaims } from './claims';
import type { Row, Statement } from './database';

interface Asker {
  readonly id: ClaimId;
  readonly tell: (isThere: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Whether keys have rows, one statement at a time: whoever asks while one is under way goes with the next. In an overload, when
 * most of what comes is only to be refused, a look at hundreds of keys a second costs a few statements.
 */
export class Lookups {
  #waiting: Asker[] = [];
  #isLooking = false;

  constructor(private readonly read: (statement: Statement) => Promise<readonly Row[]>) {}

  /** Rejects with the database's error. */
  isThere(id: ClaimId): Promise<boolean> {
    return new Promise((tell, fail) => {
      this.#waiting.push({ id, tell, fail });
      if (!this.#isLooking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.length > 0) {
      const askers = this.#waiting.splice(0);
      try {
        const rows = await this.read(findClaims(askers.map(({ id }) => id)));
        const found = new Set(rows.map(({ place }) => Number(place)));
        for (const [index, { tell }] of askers.entries()) tell(found.has(index + 1));
      } catch (error) {
        for (const { fail } of askers) fail(error);
      }
    }
    this.#isLooking = false;
  }
}
