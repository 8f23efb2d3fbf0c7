/** What went wrong with an attempt, as far as repeating it is concerned. */
export interface Failure {
  readonly kind: FailureKind;
  /** The server's wish for how long to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether coming back costs the budget nothing: the server is at work on this very call and only asks for patience. */
  readonly isFree?: boolean | undefined;
}

export type FailureKind =
  /** Nothing left this machine: refused, no name, no TLS. */
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
  /** The API says that the same call is under way (`attempt_in_progress`). */
  readonly isUnderWay?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Sorts an HTTP failure. The API's own word goes first; a bare status of some proxy is read with suspicion. */
export function classifyHttp(answer: HttpFailure): Failure {
  const { status, retry, isOutcomeUnknown, isUnderWay, retryAfterMs } = answer;
  const kind = ((): FailureKind => {
    if (retry === 'same_key') return isOutcomeUnknown ? 'broken' : 'busy';
    if (retry !== undefined) return 'refused';
    if (status === 408) return 'lost';
    if (status === 429) return 'busy';
    return status >= 500 ? 'broken' : 'refused';
  })();
  return { kind, retryAfterMs, isFree: kind === 'busy' && isUnderWay === true };
}

/**
 * Sorts what a call threw before there was an HTTP answer. Only what fails before the first byte is sure to be `not_sent`: no
 * name, no connection, no trust in the certificate. Node says so by a code, somewhere down the chain of causes; browsers tell
 * a refused connection and a lost answer apart from each other to nobody, so there everything is `lost`.
 */
export function classifyThrown(error: unknown): Failure {
  for (let cause = error, depth = 0; isObject(cause) && depth < 5; cause = cause.cause, depth += 1) {
    if (failsBeforeSending.has(String(cause.code)) || connecting.has(String(cause.syscall))) {
      return { kind: 'not_sent' };
    }
  }
  return { kind: 'lost' };
}

interface Cause {
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
}

const isObject = (value: unknown): value is Cause => typeof value === 'object' && value !== null;

/** A timeout or a reset while connecting is not one of a call that went out. */
const connecting = new Set(['connect', 'getaddrinfo']);

const failsBeforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
