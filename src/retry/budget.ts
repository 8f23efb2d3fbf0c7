import type { Clock } from './clock';
import type { Decision } from './decide';
import type { Failure } from './failure';

/** How many repeats a budget pays for. */
export interface BudgetLimits {
  /** The part of the requests of the last minute that may be repeated. */
  readonly ratio: number;
  /** What may be repeated in a minute besides, whatever the traffic. */
  readonly floorPerMinute: number;
}

/** For whatever retries in one page or process. */
export const retryLimits: BudgetLimits = { ratio: 0.1, floorPerMinute: 10 };

/** For a server that is saturated: what is more than this of its recent requests is turned away, if it is a repeat. */
export const sheddingLimits: BudgetLimits = { ratio: 0.2, floorPerMinute: 60 };

/**
 * A token bucket for repeats: each original request puts a part of a token in, each repeat takes a whole one out, and both
 * are forgotten after a minute (as in Finagle's), so that a quiet hour saves nothing up for a bad minute. A floor lets those
 * retry who have little traffic. Exactly: at every repeat, the repeats of the last minute, itself included, are at most
 * floor + ratio * originals of the last minute. A second at the edge counts only where that makes it stricter.
 */
export class RetryBudget {
  /** A slice a second: the one under way and the 60 before it. */
  readonly #slices = Array.from({ length: sliceCount }, () => ({ originals: 0, repeats: 0 }));
  #newest = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly limits: BudgetLimits,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** An original request goes out (or, at a server, comes in). */
  deposit(): void {
    this.#current().originals += 1;
  }

  /** Asks for one repeat. True: it is paid, and goes out. False: nothing was taken. */
  spend(): boolean {
    const slice = this.#current();
    if (this.balance < 1) return false;
    slice.repeats += 1;
    return true;
  }

  /** How many repeats could be paid now; only whole ones can. */
  get balance(): number {
    this.#current();
    let originals = 0;
    let repeats = 0;
    this.#slices.forEach((slice, index) => {
      repeats += slice.repeats;
      if (index !== sliceOf(this.#newest + 1)) originals += slice.originals;
    });
    return rounded(this.limits.floorPerMinute + this.limits.ratio * originals - repeats);
  }

  /** The slice of this second, after forgetting those that are over. */
  #current(): { originals: number; repeats: number } {
    const second = Math.max(this.#newest, Math.floor(this.clock.now() / 1_000));
    const oldest = Math.max(this.#newest + 1, second - sliceCount + 1);
    for (let passed = oldest; passed <= second; passed += 1) {
      this.#slices[sliceOf(passed)] = { originals: 0, repeats: 0 };
    }
    this.#newest = second;
    const slice = this.#slices[sliceOf(second)];
    if (slice === undefined) throw new Error(`there is no slice for the second ${second}`);
    return slice;
  }
}

const sliceCount = 61;

const sliceOf = (second: number): number => ((second % sliceCount) + sliceCount) % sliceCount;

/** Ten tenths are one token, whatever binary fractions make of them. */
const rounded = (tokens: number): number => Math.round(tokens * 1e6) / 1e6;

/** The decision as it stands when the budget has been asked. What is free costs nothing, and neither does stopping. */
export function afford(decision: Decision, failure: Failure, budget: RetryBudget | undefined): Decision {
  if (decision.kind === 'stop' || failure.isFree || budget === undefined) return decision;
  return budget.spend() ? decision : { kind: 'stop', why: 'budget' };
}
