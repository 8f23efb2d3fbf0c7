import type { RetryPolicy } from './policy';

/**
 * The wait before the next attempt, in milliseconds, over min(cap, base * 2^(attempt - 1)). The forms and their
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
    case 'none':
      return ceiling;
    case 'full':
      return random * ceiling;
    case 'equal':
      return ceiling / 2 + (random * ceiling) / 2;
    case 'decorrelated':
      return Math.min(policy.capMs, policy.baseMs + random * Math.max(0, previousMs * 3 - policy.baseMs));
  }
}

/**
 * The least wait that a server's `Retry-After` allows, in milliseconds: the hint, capped, and up to half as much again. A
 * server that tells everybody the same would otherwise bring everybody back in the same instant, whatever the jitter (Envoy
 * draws from 1 to 1.5 of the hint likewise). A hint that makes no sense is no hint.
 */
export function retryAfterFloorMs(policy: RetryPolicy, hintMs: number | undefined, random: number): number {
  if (hintMs === undefined || !(hintMs > 0)) return 0;
  const floorMs = Math.min(hintMs, policy.retryAfterCapMs);
  return policy.jitter === 'none' ? floorMs : floorMs * (1 + random / 2);
}
