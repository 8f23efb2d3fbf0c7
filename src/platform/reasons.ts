/**
 * Every way in which the API says no, in one table: HTTP status, what the caller may do, and whether the answer is
 * stored under the key before it is sent. Isomorphic: the browser reads the same table.
 */
export const reasons = {
  idempotency_key_missing: { status: 400, retry: 'never' },
  idempotency_key_malformed: { status: 400, retry: 'never' },
  invalid_input: { status: 400, retry: 'never' },
  unauthenticated: { status: 401, retry: 'never' },
  card_declined: { status: 402, retry: 'new_key' },
  payment_not_made: { status: 402, retry: 'new_key' },
  forbidden: { status: 403, retry: 'never' },
  not_found: { status: 404, retry: 'never' },
  attempt_in_progress: { status: 409, retry: 'same_key' },
  cart_changed: { status: 409, retry: 'new_key' },
  out_of_stock: { status: 409, retry: 'new_key' },
  promo_unusable: { status: 409, retry: 'new_key' },
  cart_already_ordered: { status: 409, retry: 'never' },
  not_refundable: { status: 409, retry: 'never' },
  refund_does_not_fit: { status: 409, retry: 'new_key' },
  restock_refused: { status: 409, retry: 'new_key' },
  refund_failed: { status: 409, retry: 'new_key' },
  not_fulfillable: { status: 409, retry: 'never' },
  version_conflict: { status: 412, retry: 'never' },
  too_large: { status: 413, retry: 'never' },
  idempotency_key_reused: { status: 422, retry: 'never' },
  rate_limited: { status: 429, retry: 'same_key' },
  internal: { status: 500, retry: 'same_key' },
  payment_in_doubt: { status: 503, retry: 'same_key' },
  refund_in_doubt: { status: 503, retry: 'same_key' },
  processor_unavailable: { status: 503, retry: 'same_key' },
  overloaded: { status: 503, retry: 'same_key' },
  shutting_down: { status: 503, retry: 'same_key' },
  database_unavailable: { status: 503, retry: 'same_key' },
  deadline_exceeded: { status: 504, retry: 'same_key' },
} as const satisfies Record<string, { status: number; retry: Retry }>;

/** What a caller may do after a no: send the same key again, make a new purchase, or neither. */
export type Retry = 'same_key' | 'new_key' | 'never';

export type Reason = keyof typeof reasons;

/** The machine-readable part of every error of the API. */
export interface ErrorData {
  readonly reason: Reason;
  readonly retry: Retry;
  readonly retryAfterMs?: number | undefined;
  /** What the reason adds: the new quote, the lines that are short, the order id. */
  readonly [detail: string]: unknown;
}

export function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(reasons, value);
}
