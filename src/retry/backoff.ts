import type { RetryPolicy } from './policy';

/**
 * The wait before the next attempt, in milliseconds, over min(cap, base * 2^(attempt - 1)). The three forms and their
 * names are those of the AWS Architecture Blog, "Exponential Backoff And Jitter".
 *
 * @param attempt how many attempts were made, from 1
 * @param random 0 <= random < 1
 * @param previousMs the wait before the last attempt; only decorrelated jitter looks at it
 */
export function backoffMs(
  policy: RetryPolicy,
  attempt: number,
  random: number,
  previousMs = policy.baseMs,
): number {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  switch (policy.jitter) {
    case 'full':
      return random * ceiling;
    case 'equal':
      return ceiling / 2 + (random * ceiling) / 2;
    case 'decorrelated':
      return Math.min(policy.capMs, policy.baseMs + random * Math.max(0, previousMs * 3 - policy.baseMs));
  }
}
