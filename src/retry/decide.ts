import { backoffMs, retryAfterFloorMs } from './backoff';
import type { Failure } from './failure';
import type { RetryPolicy } from './policy';

export type Decision =
  | { readonly kind: 'again'; readonly delayMs: number }
  | {
      readonly kind: 'stop';
      /** `budget` is said by `afford`, never by `decide`. */
      readonly why: 'refused' | 'not_safe_to_repeat' | 'attempts_used_up' | 'deadline' | 'budget';
    };

export interface Situation {
  /** Attempts made so far, from 1. */
  readonly attempt: number;
  readonly failure: Failure;
  /** Since the first attempt's start, in milliseconds. */
  readonly elapsedMs: number;
  /** 0 <= random < 1 */
  readonly random: number;
  /** The wait before the attempt that just failed, in milliseconds. */
  readonly previousDelayMs?: number | undefined;
}

/** A shorter attempt than this is not worth starting. */
export const shortestAttemptMs = 500;

/**
 * Whether to try again, and after which wait. Pure: the same situation gives the same decision. The jitter is drawn
 * before the deadline is checked, so that a wait never overshoots it. The budget is asked afterwards, by `afford`.
 */
export function decide(policy: RetryPolicy, situation: Situation): Decision {
  const { attempt, failure, elapsedMs, random, previousDelayMs } = situation;
  if (failure.kind === 'refused') return { kind: 'stop', why: 'refused' };
  const mayHaveBeenDone = failure.kind === 'lost' || failure.kind === 'broken';
  if (mayHaveBeenDone && !policy.isSafeToRepeat) return { kind: 'stop', why: 'not_safe_to_repeat' };
  if (attempt >= policy.maxAttempts) return { kind: 'stop', why: 'attempts_used_up' };
  const floorMs = retryAfterFloorMs(policy, failure.retryAfterMs, random);
  const delayMs = Math.round(Math.max(floorMs, backoffMs(policy, attempt, random, previousDelayMs)));
  if (elapsedMs + delayMs + shortestAttemptMs > policy.overallTimeoutMs)
    return { kind: 'stop', why: 'deadline' };
  return { kind: 'again', delayMs };
}

/** How long the attempt that starts now may take, in milliseconds: its own limit, or what the deadline leaves. */
export function attemptTimeoutMs(policy: RetryPolicy, elapsedMs: number): number {
  return Math.max(0, Math.min(policy.attemptTimeoutMs, policy.overallTimeoutMs - elapsedMs));
}
