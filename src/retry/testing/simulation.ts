import { RetryBudget, retryLimits } from '../budget';
import type { Failure } from '../failure';
import type { RetryPolicy } from '../policy';
import { spreadRetryAfterMs } from '../retry-after';
import { retrying } from '../retrying';
import { seededRandom } from './seeded-random';
import { VirtualClock } from './virtual-clock';

/** Callers and a server that fails for a while, as data. All times in milliseconds of virtual time. */
export interface Scenario {
  readonly seed: string;
  readonly policy: RetryPolicy;
  readonly callers: number;
  /** The originals go out evenly over this time, from 0 on; 0: all at once. */
  readonly arriveWithinMs: number;
  /** From this moment on the server fails, for so long. */
  readonly failsFromMs: number;
  readonly failsForMs: number;
  readonly failsBy: Breakage;
  /** How long an answer takes, a failing one too. */
  readonly latencyMs: number;
  /** Whether callers are separate pages, each with a budget of its own, or one process with one, or have none. */
  readonly budget: 'each' | 'shared' | 'none';
}

export type Breakage =
  /** Nobody listens. */
  | { readonly kind: 'refuses' }
  /** It answers 503 with a `Retry-After`, the same for all, or spread. */
  | { readonly kind: 'asks_to_wait'; readonly retryAfterMs: number; readonly isSpread: boolean };

export interface SimulatedRequest {
  readonly atMs: number;
  /** From 1; above 1 it is a repeat. */
  readonly attempt: number;
}

export interface Outcome {
  /** In the order in which they reached the server. */
  readonly requests: readonly SimulatedRequest[];
  readonly succeeded: number;
}

class ServerFailed extends Error {
  constructor(readonly failure: Failure) {
    super('the simulated server fails');
  }
}

/** Runs the real runner, `retrying`, in virtual time. The same scenario gives the same outcome, to the millisecond. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
  const { seed, policy, callers, arriveWithinMs, failsFromMs, failsForMs, failsBy, latencyMs, budget } =
    scenario;
  const clock = new VirtualClock();
  const serversRandom = seededRandom(`${seed} server`);
  const shared = new RetryBudget(retryLimits, clock);
  const budgets = {
    each: () => new RetryBudget(retryLimits, clock),
    shared: () => shared,
    none: () => undefined,
  };
  const requests: SimulatedRequest[] = [];
  let succeeded = 0;

  const serve = async (attempt: number, signal: AbortSignal): Promise<void> => {
    const atMs = clock.now();
    requests.push({ atMs, attempt });
    await clock.sleep(latencyMs, signal);
    if (atMs >= failsFromMs && atMs < failsFromMs + failsForMs)
      throw new ServerFailed(failureOf(failsBy, serversRandom));
  };
  const startCaller = async (index: number): Promise<void> => {
    await clock.sleep((arriveWithinMs * index) / callers);
    const work = retrying(policy, ({ number, signal }) => serve(number, signal), {
      clock,
      random: seededRandom(`${seed} caller ${index}`),
      budget: budgets[budget](),
      failureOf: (error) => {
        if (error instanceof ServerFailed) return error.failure;
        throw error;
      },
    });
    await work.then(
      () => {
        succeeded += 1;
      },
      (error: unknown) => {
        if (!(error instanceof ServerFailed)) throw error;
      },
    );
  };

  await clock.finish(Promise.all(Array.from({ length: callers }, (_, index) => startCaller(index))));
  return { requests, succeeded };
}

function failureOf(breakage: Breakage, random: () => number): Failure {
  if (breakage.kind === 'refuses') return { kind: 'not_sent' };
  const { retryAfterMs, isSpread } = breakage;
  return { kind: 'busy', retryAfterMs: isSpread ? spreadRetryAfterMs(retryAfterMs, random()) : retryAfterMs };
}

/** The moments of the repeats. */
export function repeatsOf({ requests }: Outcome): number[] {
  return requests.filter(({ attempt }) => attempt > 1).map(({ atMs }) => atMs);
}

/** The most moments that lie in any window of this length (open at its start), among moments in order. */
export function peak(momentsMs: readonly number[], windowMs: number): number {
  let most = 0;
  let first = 0;
  momentsMs.forEach((atMs, index) => {
    while ((momentsMs[first] ?? atMs) <= atMs - windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
