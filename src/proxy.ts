import { type NextRequest, NextResponse } from 'next/server';
import { v7 } from 'uuid';
import { isSecure, readSession, sessionCookie, sessionCookieHeader } from '@/platform/session';

/**
 * Makes the shopper on the document request: the first queries of a page go out in parallel, and each would make one of
 * its own.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const response = NextResponse.next();
  if ((await readSession(request.cookies.get(sessionCookie)?.value)) === null) {
    response.headers.append('Set-Cookie', await sessionCookieHeader(v7(), isSecure(request)));
  }
  return response;
}

export const config = { matcher: '/((?!api/|_next/|.*\\..*).*)' };
