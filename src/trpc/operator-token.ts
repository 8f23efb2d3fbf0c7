import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/platform/env';

/** Whether an `Authorization` header is an operator's: the console's token as a bearer, and never a shopper's session. */
export function isOperator(authorization: string | null | undefined): boolean {
  const { consoleToken } = env();
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return consoleToken !== undefined && given !== undefined && isSameSecret(given, consoleToken);
}

/** Compares digests, so that the time it takes says nothing about the secret or its length. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
