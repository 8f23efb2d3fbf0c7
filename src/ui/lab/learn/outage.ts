import {
  afford,
  type BudgetLimits,
  decide,
  type Failure,
  RetryBudget,
  type RetryPolicy,
  spreadRetryAfterMs,
} from '@/retry';
import { seededRandom } from '@/retry/testing/seeded-random';

/** A server that fails from the moment 0 on, and those who call it. Times in milliseconds. */
export interface Outage {
  readonly seed: string;
  readonly policy: RetryPolicy;
  readonly callers: number;
  /** The originals go out evenly over this time; 0: all at once. */
  readonly arriveWithinMs: number;
  readonly failsForMs: number;
  /** How long an answer takes, a failing one too. */
  readonly latencyMs: number;
  readonly failsBy: keyof typeof breakages;
  /** One budget for all of them, as in one process; null: none. */
  readonly sharedBudget: BudgetLimits | null;
}

/** What a server says that fails. */
export const breakages = {
  refuses: 'nobody listens',
  same_for_all: 'it says “Retry-After: 2” to all',
  spread: 'it spreads its Retry-After over 2 to 4 s',
} as const;

export interface ArrivingRequest {
  readonly atMs: number;
  /** From 1; above 1 it is a repeat. */
  readonly attempt: number;
}

export interface Arrivals {
  /** In the order in which they reach the server. */
  readonly requests: readonly ArrivingRequest[];
  readonly answered: number;
}

interface Due {
  readonly atMs: number;
  readonly happens: () => void;
}

/**
 * When the requests arrive. Every decision and every wait is that of `decide`, every repeat is paid by a `RetryBudget`: this only
 * keeps the time. It is what `retrying` does in the simulation of `src/retry`, to the millisecond, without its promises.
 */
export function arrivalsOf(outage: Outage): Arrivals {
  const { seed, policy, callers, arriveWithinMs, failsForMs, latencyMs, failsBy, sharedBudget } = outage;
  let nowMs = 0;
  const budget = sharedBudget ? new RetryBudget(sharedBudget, { now: () => nowMs }) : undefined;
  const serversRandom = seededRandom(`${seed} server`);
  const agenda = new Agenda();
  const requests: ArrivingRequest[] = [];
  let answered = 0;

  const attemptOnce = (
    attempt: number,
    startedAtMs: number,
    random: () => number,
    previousDelayMs?: number,
  ): void => {
    const atMs = nowMs;
    requests.push({ atMs, attempt });
    agenda.at(nowMs + latencyMs, () => {
      if (atMs >= failsForMs) {
        answered += 1;
        return;
      }
      const failure = failureOf(failsBy, serversRandom);
      const situation = {
        attempt,
        failure,
        elapsedMs: nowMs - startedAtMs,
        random: random(),
        previousDelayMs,
      };
      const decision = afford(decide(policy, situation), failure, budget);
      if (decision.kind === 'stop') return;
      const { delayMs } = decision;
      agenda.at(nowMs + delayMs, () => attemptOnce(attempt + 1, startedAtMs, random, delayMs));
    });
  };
  for (let caller = 0; caller < callers; caller += 1) {
    agenda.at((arriveWithinMs * caller) / callers, () => {
      budget?.deposit();
      attemptOnce(1, nowMs, seededRandom(`${seed} caller ${caller}`));
    });
  }
  for (let due = agenda.take(); due; due = agenda.take()) {
    nowMs = due.atMs;
    due.happens();
  }
  return { requests, answered };
}

function failureOf(failsBy: Outage['failsBy'], random: () => number): Failure {
  if (failsBy === 'refuses') return { kind: 'not_sent' };
  return { kind: 'busy', retryAfterMs: failsBy === 'spread' ? spreadRetryAfterMs(2_000, random()) : 2_000 };
}

/** What is due, by its moment; at the same moment in the order in which it was planned. */
class Agenda {
  readonly #dues: Due[] = [];
  #next = 0;

  at(atMs: number, happens: () => void): void {
    let low = this.#next;
    let high = this.#dues.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#dues[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#dues.splice(low, 0, { atMs, happens });
  }

  take(): Due | undefined {
    const due = this.#dues[this.#next];
    this.#next += 1;
    return due;
  }
}
