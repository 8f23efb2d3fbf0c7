/** How a call may be repeated. Data only: the decision is `decide`, the waiting is the caller's. Times in milliseconds. */
export interface RetryPolicy {
  readonly name: string;
  /** Attempts in all, the first included. */
  readonly maxAttempts: number;
  /** How long one attempt may take. */
  readonly attemptTimeoutMs: number;
  /** From the first attempt's start to the last attempt's end. */
  readonly overallTimeoutMs: number;
  readonly baseMs: number;
  readonly capMs: number;
  readonly jitter: Jitter;
  /** The longest `Retry-After` that is believed. */
  readonly retryAfterCapMs: number;
  /** Whether a repeat is harmless when the first may have been done: a read, or a call that carries an idempotency key. */
  readonly isSafeToRepeat: boolean;
  /** Whether the call changes nothing (a safe method of RFC 9110, section 9.2.1). Nothing else is ever sent twice at a time. */
  readonly isRead: boolean;
}

/**
 * As AWS named them: none of the wait is fixed, half of it is, or it grows from the last wait. `none` is what the others are
 * compared with in the simulations; no preset uses it.
 */
export type Jitter = 'full' | 'equal' | 'decorrelated' | 'none';

/**
 * The Pay button. Five attempts with at least 0.5 + 1 + 2 + 4 s between them outlive a restart of the shop, and the
 * wait never falls to nothing (equal jitter), so that a press is not five presses in a second.
 */
export const payButton: RetryPolicy = {
  name: 'payButton',
  maxAttempts: 5,
  attemptTimeoutMs: 8_000,
  overallTimeoutMs: 60_000,
  baseMs: 1_000,
  capMs: 8_000,
  jitter: 'equal',
  retryAfterCapMs: 30_000,
  isSafeToRepeat: true,
  isRead: false,
};

/** Reads: quick, few, spread out. */
export const read: RetryPolicy = {
  name: 'read',
  maxAttempts: 3,
  attemptTimeoutMs: 5_000,
  overallTimeoutMs: 15_000,
  baseMs: 200,
  capMs: 2_000,
  jitter: 'full',
  retryAfterCapMs: 5_000,
  isSafeToRepeat: true,
  isRead: true,
};

/**
 * The shop's call to the card processor: one attempt, because the browser is the one layer that retries, and shorter than the
 * lease, because nobody else may send while it can still arrive. The next attempt of the purchase takes over with the same key.
 */
export const processorCall: RetryPolicy = {
  name: 'processorCall',
  maxAttempts: 1,
  attemptTimeoutMs: 10_000,
  overallTimeoutMs: 10_000,
  baseMs: 1_000,
  capMs: 1_000,
  jitter: 'full',
  retryAfterCapMs: 0,
  isSafeToRepeat: true,
  isRead: false,
};
