import { v7 } from 'uuid';
import { isSecure, readSession, sessionCookie, sessionCookieHeader } from '@/platform/session';

/** What a request brings. */
export interface Context {
  readonly shopperId: string;
  readonly headers: Headers;
  /** Headers of the answer. */
  readonly answerHeaders: Headers;
  readonly isBatch: boolean;
  /** The request comes from a page of another site. */
  readonly isForeign: boolean;
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
    keepAlive,
  };
}

function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** A browser names the page's origin on every mutation; callers that are not browsers name none. */
function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host');
}
