import { attemptTimeoutMs, type Failure, type RetryPolicy, shortestAttemptMs } from '@/retry';
import { failureOf } from '@/trpc/client';

/** Thrown instead of a send that would come too late: after a pause React Query sends without asking. */
export class TooLate extends Error {
  override name = 'TooLate';
}

/**
 * How long an attempt that starts now may take, in milliseconds; 0 when it is not worth starting any more.
 *
 * @param startedAt when the first attempt began, in Unix time. The monotonic clock of a page may stand still while the machine
 * sleeps, and a deadline must not.
 */
export function timeLeftMs(policy: RetryPolicy, startedAt: number): number {
  const timeoutMs = attemptTimeoutMs(policy, elapsedSince(startedAt));
  return timeoutMs < shortestAttemptMs ? 0 : timeoutMs;
}

/** Milliseconds since a moment of Unix time, which may have been set back since. */
export function elapsedSince(startedAt: number): number {
  return Math.max(0, Date.now() - startedAt);
}

/** The bound of one attempt of a call whose first attempt began at `startedAt`. Throws {@link TooLate} when its time is over. */
export function attemptSignal(policy: RetryPolicy, startedAt: number): AbortSignal {
  const timeoutMs = timeLeftMs(policy, startedAt);
  if (timeoutMs === 0) throw new TooLate(`The time for this ${policy.name} is over.`);
  return AbortSignal.timeout(timeoutMs);
}

/** What the failure of an attempt means for repeating it. */
export function failureOfAttempt(error: Error): Failure {
  return error instanceof TooLate ? { kind: 'refused' } : failureOf(error);
}
