import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/platform/env';
import { everyEncryptedAnswer, pagePolicy } from '@/platform/security-headers';
import { isSecure, openSession } from '@/platform/session';

/**
 * Makes the shopper on the document request: the first queries of a page go out in parallel, and each would make one of
 * its own. And says what the page may do.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const policy = policyFor(request);
  const headers = new Headers(request.headers);
  // Next takes the nonce for its scripts from here.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  if (isSecure(request)) for (const header of everyEncryptedAnswer) response.headers.set(...header);
  const { renewal } = await openSession(request);
  if (renewal !== null) response.headers.append('Set-Cookie', renewal);
  return response;
}

function policyFor(request: NextRequest): string {
  const { processor, isDevelopment } = env();
  return pagePolicy({
    nonce: randomBytes(16).toString('base64'),
    processorApiBase: processor.publicApiBase,
    isSecure: isSecure(request),
    isDevelopment,
  });
}

/** Every page, also one that is asked for by an address that looks like a file and is none. */
export const config = {
  matcher: [
    '/((?!api/|_next/|.*\\..*).*)',
    { source: '/((?!api/|_next/).*)', has: [{ type: 'header', key: 'sec-fetch-dest', value: 'document' }] },
  ],
};
