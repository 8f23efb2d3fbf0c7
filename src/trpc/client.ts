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
import { maxBatchSize } from './batch';
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

type Fetch = NonNullable<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>;

/** An error that some proxy has answered. tRPC would only say that it cannot be read, and hide its status and `Retry-After`. */
class ForeignAnswer extends Error {
  constructor(readonly response: Response) {
    super(`The answer ${response.status} is not the shop's.`);
  }
}

function refusingForeignAnswers(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const isForeign =
      response instanceof Response &&
      !response.ok &&
      !response.headers.get('content-type')?.startsWith('application/json');
    if (isForeign) throw new ForeignAnswer(response);
    return response;
  };
}

const fetchAsBrowsersDo: Fetch = (url, init) => fetch(url, init as RequestInit); // tRPC's own type is for any runtime

/**
 * A page's client. Mutations go alone (one HTTP request, one key), queries may share a request. There is no retrying
 * link: React Query does the retrying, fed by the policy of `src/retry`.
 */
export function createClient(reach: { readonly fetch?: Fetch } = {}) {
  const http = { url, fetch: refusingForeignAnswers(reach.fetch ?? fetchAsBrowsersDo) };
  return createTRPCClient<AppRouter>({
    links: [
      readAnswerHeaders,
      splitLink({
        condition: (op) => op.type === 'mutation',
        true: httpLink({ ...http, headers: ({ op }) => keyedHeaders(op.context) }),
        false: httpBatchLink({ ...http, maxURLLength: 2_000, maxItems: maxBatchSize }),
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

function responseOf(error: unknown): Response | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  if (error.cause instanceof ForeignAnswer) return error.cause.response;
  return error.meta?.response instanceof Response ? error.meta.response : undefined;
}

/** What an error of a call means for repeating it. */
export function failureOf(error: unknown): Failure {
  const data = errorData(error);
  const response = responseOf(error);
  // fetch tells a refused connection and a lost answer apart to nobody, and the network may have gone after the request did.
  if (response === undefined) return { kind: 'lost' };
  return classifyHttp({
    status: response.status,
    retry: data?.retry,
    isOutcomeUnknown: ['payment_in_doubt', 'refund_in_doubt', 'internal'].includes(data?.reason ?? ''),
    isUnderWay: data?.reason === 'attempt_in_progress',
    retryAfterMs: data?.retryAfterMs ?? readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
}
