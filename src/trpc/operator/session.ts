import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { readCookie } from '@/platform/cookies';
import { env } from '@/platform/env';

/**
 * An operator's session in a browser: a signed cookie that says who signed in, and until when. It goes to the console's API alone
 * and never to a procedure of shoppers, no script can read it, and no other site's page makes a browser send it.
 */

/** Where the console's API is; the cookie goes nowhere else. */
const consolePath = '/api/console';

/** For how long somebody stays signed in: a working day. */
const lifetimeSeconds = 12 * 60 * 60;

const issuer = 'doubletap console';

export interface OperatorSession {
  /** The name that the operator has given. */
  readonly who: string;
  readonly until: Date;
}

/** Over an encrypted connection the name has the prefix that browsers take from such a connection alone (RFC 6265bis, 4.1.3.1). */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Secure-doubletap_operator' : 'doubletap_operator';
}

/**
 * What signs the sessions. It comes from the console's token and from the shop's secret: whoever has one of them can make no
 * session, and a change of either ends all that there are.
 */
function signingKey(consoleToken: string): Uint8Array {
  return createHmac('sha256', env().sessionSecrets[0]).update(`${issuer}\n${consoleToken}`).digest();
}

/** A `Set-Cookie` value that signs an operator in. Throws where no console token is set: nobody can be one. */
export async function signInCookie(who: string, isSecure: boolean): Promise<string> {
  const { consoleToken } = env();
  if (consoleToken === undefined) throw new Error('without a console token there are no operators');
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(signingKey(consoleToken));
  return cookie(token, lifetimeSeconds, isSecure);
}

/** A `Set-Cookie` value that signs the operator out. */
export function signOutCookie(isSecure: boolean): string {
  return cookie('', 0, isSecure);
}

function cookie(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = [`Path=${consolePath}`, 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAgeSeconds}`];
  return [`${cookieName(isSecure)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** The session that a `Cookie` header carries, or null: there is none, it is forged, over, or of another token. */
export async function readOperatorSession(cookies: string | null): Promise<OperatorSession | null> {
  const { consoleToken } = env();
  const token = readCookie(cookies, cookieName(true)) ?? readCookie(cookies, cookieName(false));
  if (consoleToken === undefined || token === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, signingKey(consoleToken), { issuer, algorithms: ['HS256'] });
    const { sub, exp } = payload;
    return sub === undefined || exp === undefined ? null : { who: sub, until: new Date(exp * 1_000) };
  } catch {
    return null; // jose throws on every token that it does not believe
  }
}
