/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): whole seconds, or an HTTP date. Returns milliseconds from `nowMs`
 * (Unix time), or undefined for anything else, so that nonsense falls back to the computed wait.
 */
export function readRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!httpDate.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** IMF-fixdate, the only form that a sender may use today. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
