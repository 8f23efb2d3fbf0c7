import { readHttpDate } from './http-date';

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): whole seconds, or an HTTP date. Returns milliseconds from `nowMs`, or
 * undefined for anything else, so that nonsense falls back to the computed wait.
 *
 * @param nowMs Unix time. Where the answer has a `Date` of its own, that is the better "now": two clocks never agree.
 */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = readHttpDate(text, nowMs);
  return at === undefined ? undefined : Math.max(0, at - nowMs);
}

/**
 * The server's side of it: a `Retry-After` of its own for each caller, from `baseMs` up to twice as much, in whole
 * milliseconds. Callers that are turned away together would come back together.
 *
 * @param random 0 <= random < 1
 */
export function spreadRetryAfterMs(baseMs: number, random: number): number {
  return Math.round(baseMs * (1 + random));
}
