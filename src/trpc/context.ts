import { v7 } from 'uuid';
import { clientAddress, networkOf } from '@/platform/address';
import { env } from '@/platform/env';
import { isSecure, readSession, sessionCookie, sessionCookieHeader } from '@/platform/session';
import { Deadline, systemClock } from '@/retry';

/** What a request brings. */
export interface Context {
  readonly shopperId: string;
  readonly headers: Headers;
  /** Headers of the answer. */
  readonly answerHeaders: Headers;
  readonly isBatch: boolean;
  /** The request comes from a page of another site. */
  readonly isForeign: boolean;
  /** Where it comes from, as one caller is counted. */
  readonly address: string;
  /** Until when the caller waits, counted from when the request came in; undefined when it does not say. */
  readonly deadline: Deadline | undefined;
  /** Keeps the process alive for work that goes on after the answer. */
  readonly keepAlive: (work: Promise<unknown>) => void;
}

/** Reads the session; a caller without one becomes a new shopper. */
export async function createContext(
  request: Request,
  answerHeaders: Headers,
  isBatch: boolean,
  keepAlive: Context['keepAlive'],
): Promise<Context> {
  const deadline = Deadline.fromHeader(systemClock, request.headers.get('x-timeout-ms'));
  let shopperId = await readSession(readCookie(request.headers.get('cookie'), sessionCookie));
  if (shopperId === null) {
    shopperId = v7();
    answerHeaders.append('Set-Cookie', await sessionCookieHeader(shopperId, isSecure(request)));
  }
  return {
    shopperId,
    headers: request.headers,
    answerHeaders,
    isBatch,
    isForeign: isForeign(request),
    address: networkOf(clientAddress(request.headers, env().trustedProxies)),
    deadline,
    keepAlive,
  };
}

export function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The caller's count of attempts, from 1. A hint that makes no sense is no hint. */
export function readAttempt(header: string | null): number {
  return header !== null && /^[1-9]\d{0,2}$/.test(header) ? Number(header) : 1;
}

/** A browser names the page's origin on every mutation; callers that are not browsers name none. */
function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host');
}
