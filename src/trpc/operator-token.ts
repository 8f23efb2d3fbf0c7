import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/platform/env';

/** Whether an `Authorization` header is an operator's: the console's token as a bearer, and never a shopper's session. */
export function isOperator(authorization: string | null | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isConsoleToken(given);
}

/** Compares digests, so that the time it takes says nothing about the token or its length. */
export function isConsoleToken(given: string): boolean {
  const { consoleToken } = env();
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return consoleToken !== undefined && timingSafeEqual(digest(given), digest(consoleToken));
}
