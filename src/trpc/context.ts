import { clientAddress, networkOf } from '@/platform/address';
import { readCookie } from '@/platform/cookies';
import { type Currency, currencyCookie, readCurrency } from '@/platform/currencies';
import { env } from '@/platform/env';
import { isSecure, openSession } from '@/platform/session';
import { Deadline, systemClock } from '@/retry';
import { isForeign } from './foreign';

/** What a request brings. */
export interface Context {
  readonly shopperId: string;
  /** The currency that the browser has chosen. */
  readonly currency: Currency;
  readonly headers: Headers;
  /** Headers of the answer. */
  readonly answerHeaders: Headers;
  readonly isBatch: boolean;
  /** The caller's own connection is encrypted. */
  readonly isSecure: boolean;
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
  const { shopperId, renewal } = await openSession(request);
  if (renewal !== null) answerHeaders.append('Set-Cookie', renewal);
  return {
    shopperId,
    currency: readCurrency(readCookie(request.headers.get('cookie'), currencyCookie)),
    headers: request.headers,
    answerHeaders,
    isBatch,
    isSecure: isSecure(request),
    isForeign: isForeign(request),
    address: networkOf(clientAddress(request.headers, env().trustedProxies)),
    deadline,
    keepAlive,
  };
}

/** The caller's count of attempts, from 1. A hint that makes no sense is no hint. */
export function readAttempt(header: string | null): number {
  return header !== null && /^[1-9]\d{0,2}$/.test(header) ? Number(header) : 1;
}
