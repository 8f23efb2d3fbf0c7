import {
  createTRPCClient,
  type HTTPLinkOptions,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ErrorData } from '@/platform/reasons';
import { isReason } from '@/platform/reasons';
import { classifyHttp, type Failure, readRetryAfter } from '@/retry';
import type { AppRouter } from './router';

/** What a keyed call sends along, and what it learns from the answer's headers. It is the call's `context`. */
export type KeyedCallContext = {
  readonly idempotencyKey: string;
  /** From 1. */
  readonly attempt: number;
  /** How long this attempt will be waited for, in milliseconds. */
  readonly timeoutMs: number;
  /** Set with the answer: the server had this answer already. */
  isReplayed?: boolean;
};

const url = '/api/trpc';

/** Lets a keyed call learn from the headers of its answer whether it is a replay. */
const readAnswerHeaders: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        next(result) {
          markReplay(op.context, result.context?.response);
          observer.next(result);
        },
        error(error) {
          markReplay(op.context, error.meta?.response);
          observer.error(error);
        },
      }),
    );

function markReplay(context: Record<string, unknown>, response: unknown): void {
  if (response instanceof Response)
    context.isReplayed = response.headers.get('idempotent-replayed') === 'true';
}

function keyedHeaders(context: Record<string, unknown>): Record<string, string> {
  const { idempotencyKey, attempt, timeoutMs } = context;
  if (typeof idempotencyKey !== 'string') return {};
  return {
    'Idempotency-Key': JSON.stringify(idempotencyKey),
    'X-Attempt': String(attempt),
    'X-Timeout-Ms': String(Math.floor(Number(timeoutMs))),
  };
}

/** How a page reaches the shop; unset, as browsers do. */
type Reach = Pick<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>, 'fetch'>;

/**
 * A page's client. Mutations go alone (one HTTP request, one key), queries may share a request. There is no retrying
 * link: React Query does the retrying, fed by the policy of `src/retry`.
 */
export function createClient(reach: Reach = {}) {
  return createTRPCClient<AppRouter>({
    links: [
      readAnswerHeaders,
      splitLink({
        condition: (op) => op.type === 'mutation',
        true: httpLink({ url, ...reach, headers: ({ op }) => keyedHeaders(op.context) }),
        false: httpBatchLink({ url, ...reach, maxURLLength: 2_000 }),
      }),
    ],
  });
}

export type Client = ReturnType<typeof createClient>;

/** The browser's client. */
export const trpc = createClient();

/** The machine-readable part of an API error, or null when the call never got an answer of ours. */
export function errorData(error: unknown): ErrorData | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  if (typeof data !== 'object' || data === null || !('reason' in data) || !isReason(data.reason)) return null;
  return data as ErrorData; // the server builds `reason` and `retry` from one table
}

/** What an error of a call means for repeating it. */
export function failureOf(error: unknown): Failure {
  const data = errorData(error);
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  if (!(response instanceof Response)) {
    // fetch tells a refused connection and a lost answer apart from each other to nobody: only "offline" is certain.
    return { kind: typeof navigator !== 'undefined' && !navigator.onLine ? 'not_sent' : 'lost' };
  }
  return classifyHttp({
    status: response.status,
    retry: data?.retry,
    isOutcomeUnknown: ['payment_in_doubt', 'refund_in_doubt', 'internal'].includes(data?.reason ?? ''),
    retryAfterMs: data?.retryAfterMs ?? readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
}
