import { ApiError } from './errors';
import type { JournalRecord, SavedAnswer } from './records';

/** Stripe may forget a key once it is 24 hours old; the simulator does so exactly then. */
export const RETENTION_MS = 24 * 60 * 60 * 1000;

const MAXIMUM_KEY_LENGTH = 255;

/** A key from its first use until it is forgotten, and what became of every request that carried it. */
export interface KeyUse {
  readonly account: string;
  readonly key: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** From when the 24 hours count: the execution, or the first request while nothing was executed. */
  readonly keptFromMs: number;
  readonly requests: number;
  readonly executed: number;
  readonly replayed: number;
  readonly inUse: number;
  readonly mismatched: number;
  readonly invalid: number;
  /** The request whose answer the key holds, when there is one. */
  readonly requestId: string | null;
  /** Null before the first execution, and again once the key is forgotten. */
  readonly answer: SavedAnswer | null;
}

interface Request {
  readonly path: string;
  readonly fingerprint: string;
}

export type Claim =
  /** The key is this request's now; `release` has to be called once its answer is ready to go out. */
  | { readonly kind: 'granted'; readonly release: () => void }
  | { readonly kind: 'replay'; readonly answer: SavedAnswer; readonly requestId: string }
  | { readonly kind: 'refused'; readonly outcome: 'in_use' | 'mismatched'; readonly error: ApiError };

/** The keys of all accounts: which answers they hold, and which are being worked on at the moment. */
export class IdempotencyKeys {
  private readonly current = new Map<string, KeyUse>();
  private readonly forgotten: KeyUse[] = [];
  private readonly inProgress = new Map<string, Request>();

  /** Decides, without a pause in between, whether a request is the one that executes under its key. */
  claim(account: string, key: string, request: Request, nowMs: number): Claim {
    const id = idOf(account, key);
    const use = this.current.get(id);
    const saved = use === undefined || isOver(use, nowMs) ? null : use.answer;
    const running = this.inProgress.get(id);
    const first = running ?? saved;
    if (first !== null && first.path !== request.path) {
      return mismatched(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${first.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (first !== null && first.fingerprint !== request.fingerprint) {
      return mismatched(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (running !== undefined) return inUse(key);
    if (saved !== null && use?.requestId) return { kind: 'replay', answer: saved, requestId: use.requestId };
    this.inProgress.set(id, request);
    return { kind: 'granted', release: () => this.inProgress.delete(id) };
  }

  /** Counts a request and keeps its answer; the one way the uses change, live and from the journal alike. */
  apply(record: JournalRecord): void {
    if (record.use === null) return;
    const { key, outcome, answer } = record.use;
    this.forgetOld(record.at);
    const id = idOf(record.account, key);
    const use = this.current.get(id) ?? newUse(record.account, key, record.at);
    const isExecuted = outcome === 'executed';
    if (isExecuted) this.current.delete(id);
    this.current.set(id, {
      ...use,
      lastAtMs: record.at,
      keptFromMs: isExecuted ? record.at : use.keptFromMs,
      requests: use.requests + 1,
      executed: use.executed + (isExecuted ? 1 : 0),
      replayed: use.replayed + (outcome === 'replayed' ? 1 : 0),
      inUse: use.inUse + (outcome === 'in_use' ? 1 : 0),
      mismatched: use.mismatched + (outcome === 'mismatched' ? 1 : 0),
      invalid: use.invalid + (outcome === 'invalid' ? 1 : 0),
      requestId: isExecuted ? record.requestId : use.requestId,
      answer: isExecuted ? answer : use.answer,
    });
  }

  /** Every use there ever was, oldest first. */
  uses(): readonly KeyUse[] {
    return [...this.forgotten, ...this.current.values()];
  }

  /** An execution moves a use to the end, so uses stand in the order in which they will be forgotten. */
  private forgetOld(nowMs: number): void {
    for (const [id, use] of this.current) {
      if (!isOver(use, nowMs)) return;
      this.current.delete(id);
      this.forgotten.push({ ...use, answer: null });
    }
  }
}

/** The key of a request, undefined when it has none. Keys that Stripe would not take are refused. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key.trim() === '') throw keyError('Idempotency Key must be a non-empty string.');
  if (key.length > MAXIMUM_KEY_LENGTH) {
    throw keyError(
      `Idempotency keys can be up to ${MAXIMUM_KEY_LENGTH} characters long, but this one has ${key.length}.`,
    );
  }
  return key;
}

function newUse(account: string, key: string, nowMs: number): KeyUse {
  return {
    account,
    key,
    firstAtMs: nowMs,
    lastAtMs: nowMs,
    keptFromMs: nowMs,
    requests: 0,
    executed: 0,
    replayed: 0,
    inUse: 0,
    mismatched: 0,
    invalid: 0,
    requestId: null,
    answer: null,
  };
}

function isOver(use: KeyUse, nowMs: number): boolean {
  return nowMs - use.keptFromMs >= RETENTION_MS;
}

/** No account's name holds a space, so two accounts' keys never meet. */
function idOf(account: string, key: string): string {
  return `${account} ${key}`;
}

function mismatched(message: string): Claim {
  return { kind: 'refused', outcome: 'mismatched', error: keyError(message) };
}

function inUse(key: string): Claim {
  const error = new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}`,
    },
    { 'stripe-should-retry': 'true' },
  );
  return { kind: 'refused', outcome: 'in_use', error };
}

function keyError(message: string): ApiError {
  return new ApiError(400, { type: 'idempotency_error', message });
}
