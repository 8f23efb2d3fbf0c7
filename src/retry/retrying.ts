import { afford, type RetryBudget } from './budget';
import type { Clock } from './clock';
import { Deadline } from './deadline';
import { type Decision, decide } from './decide';
import type { Failure } from './failure';
import type { RetryPolicy } from './policy';

/** One attempt, as its call sees it. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Until when this attempt is waited for: hand it on. */
  readonly deadline: Deadline;
  /** Aborted when the attempt's time is over or the caller has gone. */
  readonly signal: AbortSignal;
}

export interface Tools {
  readonly clock: Clock;
  /** 0 <= random() < 1 */
  readonly random: () => number;
  /** What an error of the call means for repeating it. */
  readonly failureOf: (error: unknown) => Failure;
  /** Pays for the repeats. The original is counted here. */
  readonly budget?: RetryBudget | undefined;
  /** The caller's own limit, where that is tighter than the policy's. */
  readonly deadline?: Deadline | undefined;
  /** Ends everything at once: the attempt, or the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly observe?: ((event: RetryEvent) => void) | undefined;
}

/** What happens after an attempt that failed. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly failure: Failure;
  readonly error: unknown;
  readonly decision: Decision;
}

/** An attempt took too long. Its work may have been done. */
export class AttemptTimedOut extends Error {
  override readonly name = 'AttemptTimedOut';

  constructor(readonly timeoutMs: number) {
    super(`No answer within ${Math.round(timeoutMs)} ms.`);
  }
}

/**
 * Calls, and calls again as the policy says. Resolves with the first success; rejects with the error of the last attempt
 * unchanged, or with the signal's reason. It never sleeps past the deadline, and starts nothing after it.
 */
export async function retrying<T>(
  policy: RetryPolicy,
  call: (attempt: Attempt) => Promise<T>,
  tools: Tools,
): Promise<T> {
  const { clock, random, failureOf, budget, signal, observe } = tools;
  const overallTimeoutMs = Math.min(policy.overallTimeoutMs, tools.deadline?.remainingMs ?? Infinity);
  if (overallTimeoutMs <= 0) throw new AttemptTimedOut(0);
  const overall = new Deadline(clock, overallTimeoutMs);
  const bounded = { ...policy, overallTimeoutMs };
  let previousDelayMs: number | undefined;
  budget?.deposit();
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await attemptOnce(clock, attempt, overall.within(policy.attemptTimeoutMs), call, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const failure: Failure = error instanceof AttemptTimedOut ? { kind: 'lost' } : failureOf(error);
      const elapsedMs = overallTimeoutMs - overall.remainingMs;
      const situation = { attempt, failure, elapsedMs, random: random(), previousDelayMs };
      const decision = afford(decide(bounded, situation), failure, budget);
      observe?.({ attempt, failure, error, decision });
      if (decision.kind === 'stop') throw error;
      await clock.sleep(decision.delayMs, signal);
      // Timers may be late, by hours where a machine was asleep.
      if (overall.isOver) {
        observe?.({ attempt, failure, error, decision: { kind: 'stop', why: 'deadline' } });
        throw error;
      }
      previousDelayMs = decision.delayMs;
    }
  }
}

/** One attempt, bounded in time even when the call does not listen to its signal. */
async function attemptOnce<T>(
  clock: Clock,
  number: number,
  deadline: Deadline,
  call: (attempt: Attempt) => Promise<T>,
  caller: AbortSignal | undefined,
): Promise<T> {
  const timeoutMs = deadline.remainingMs;
  const timeout = new AbortController();
  const answered = new AbortController();
  const signal = caller ? AbortSignal.any([caller, timeout.signal]) : timeout.signal;
  const timesOut = (): void => timeout.abort(new AttemptTimedOut(timeoutMs));
  clock.sleep(timeoutMs, answered.signal).then(timesOut, () => undefined);
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
  });
  // Listens before the call does: what the call makes of the reason comes second.
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([ended, call({ number, deadline, signal })]);
  } finally {
    signal.removeEventListener('abort', end);
    answered.abort();
  }
}
