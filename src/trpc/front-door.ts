import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readKeyHeader } from '@/idempotency';
import { env } from '@/platform/env';
import type { Front } from '@/platform/front';
import { currentPlace, Line, type Place } from '@/platform/line';
import { claimedShopper, readSession, sessionCookieOf } from '@/platform/session';
import { ShopError } from '@/platform/shop-error';
import { Deadline, RetryBudget, sheddingLimits, spreadRetryAfterMs, systemClock } from '@/retry';
import { readAttempt } from './context';
import { isKnown } from './door';
import { toTrpcError } from './errors';
import { isOperator } from './operator-token';
import { errorBody } from './trpc';

/** Where the API is. */
const api = '/api/trpc/';

let sharedLine: Line | undefined;

/** As many are at work as the pool has connections: more of them would only wait for each other, and each for longer. */
function line(): Line {
  sharedLine ??= new Line(env().databasePool, systemClock);
  return sharedLine;
}

/** True where a request was let in because its key is known: it is read past the line too. */
export const letInAsKnown = new AsyncLocalStorage<boolean>();

const shedding = new RetryBudget(sheddingLimits, systemClock);

/**
 * The front door of the API: an overload ends here, in quick refusals, before anything is read but the head of a request.
 * In a line that stands, repeats beyond a fifth of the requests are sent away first. A known key always passes, also without a place.
 */
export const frontDoor: Front = (request, response, goOn) => {
  const path = request.url?.split('?')[0] ?? '';
  // Operators are few, and needed most when it is crowded.
  if (!path.startsWith(api) || isOperator(request.headers.authorization)) return goOn();
  const deadline = Deadline.fromHeader(systemClock, callersTimeout(request));
  void letIn(request, path.slice(api.length)).then((end) => {
    if (end === 'refused') return refuse(response);
    // What the caller has waited in line is gone.
    if (deadline) request.headers[timeoutHeader] = deadline.toHeader();
    if (end === 'known') return letInAsKnown.run(true, goOn);
    // Closed is said of an answer that is complete and of a caller who has left, who may have done so in line.
    if (response.closed) return end.leave();
    response.once('close', () => end.leave());
    currentPlace.run(end, goOn);
  });
};

const timeoutHeader = 'x-timeout-ms';

function callersTimeout({ headers }: IncomingMessage): string | null {
  const header = headers[timeoutHeader];
  return header === undefined ? null : String(header);
}

async function letIn(request: IncomingMessage, operation: string): Promise<Place | 'known' | 'refused'> {
  const place = mayStandInLine(request) ? await line().enter() : null;
  return place ?? ((await hasKnownKey(request, operation)) ? 'known' : 'refused');
}

function mayStandInLine({ headers }: IncomingMessage): boolean {
  if (headers['idempotency-key'] === undefined) return true;
  if (readAttempt(String(headers['x-attempt'])) === 1) {
    shedding.deposit();
    return true;
  }
  return shedding.spend() || !line().isStanding;
}

async function hasKnownKey({ headers }: IncomingMessage, operation: string): Promise<boolean> {
  const header = headers['idempotency-key'];
  const key = readKeyHeader(header === undefined ? undefined : String(header));
  if (key.kind !== 'key') return false;
  const cookie = sessionCookieOf(headers.cookie ?? null);
  if (cookie === undefined) return false;
  const scope = claimedShopper(cookie);
  // Most of what is asked about here is unknown: the signature, which costs more than the rest, is read last.
  if (scope === null || !(await isKnown({ scope, operation, key: key.key }))) return false;
  return (await readSession(cookie)) === scope;
}

/** With a wait of its own for each: who is sent away together would come back together. */
function refuse(response: ServerResponse): void {
  const retryAfterMs = spreadRetryAfterMs(2_000, Math.random());
  const message = 'The shop is very busy. Nothing was done. Please try again in a moment.';
  const error = new ShopError('overloaded', message, { retryAfterMs });
  response.writeHead(503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Retry-After': String(Math.ceil(retryAfterMs / 1_000)),
  });
  response.end(JSON.stringify({ error: errorBody(toTrpcError(error)) }));
}
