/** What went wrong with an attempt, as far as repeating it is concerned. */
export interface Failure {
  readonly kind: FailureKind;
  /** The server's wish for how long to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type FailureKind =
  /** Nothing left this machine: refused, no name, no TLS, offline. */
  | 'not_sent'
  /** It may have arrived and may have been done: a timeout, a reset, a 408. */
  | 'lost'
  /** The server says that nothing was done, or that the work is under way, and asks to come back. */
  | 'busy'
  /** The server has decided. Repeating it changes nothing. */
  | 'refused'
  /** The server, or a proxy before it, failed, perhaps after the work was done. */
  | 'broken';

/** What is known of an attempt that got an HTTP answer other than success. */
export interface HttpFailure {
  readonly status: number;
  /** The API's own word on it, where the answer carried one. */
  readonly retry?: 'same_key' | 'new_key' | 'never' | undefined;
  /** The API says that the outcome itself is unknown (`payment_in_doubt`, `internal`). */
  readonly isOutcomeUnknown?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Sorts an HTTP failure. The API's own word goes first; a bare status of some proxy is read with suspicion. */
export function classifyHttp({ status, retry, isOutcomeUnknown, retryAfterMs }: HttpFailure): Failure {
  const kind = ((): FailureKind => {
    if (retry === 'same_key') return isOutcomeUnknown ? 'broken' : 'busy';
    if (retry !== undefined) return 'refused';
    if (status === 408) return 'lost';
    if (status === 429) return 'busy';
    return status >= 500 ? 'broken' : 'refused';
  })();
  return { kind, retryAfterMs };
}
