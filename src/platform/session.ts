import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { v7 } from 'uuid';
import { readCookie, writeCookie } from './cookies';
import { env } from './env';

/**
 * An anonymous shopper's session: a signed cookie that names the shopper and nothing else. There is no row until the
 * shopper puts something into a cart.
 */
const plainName = 'doubletap_session';

/**
 * The cookie's name. Over an encrypted connection it has the prefix that browsers accept from this very host only, so that no
 * neighbour under the same domain can put its own shopper into a browser and read what is ordered there (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? `__Host-${plainName}` : plainName;
}

const issuer = 'doubletap';
const lifetimeSeconds = 180 * 24 * 60 * 60;
/** A cookie older than this is written anew, so that who comes back keeps the session, and no signature is used for long. */
const renewalAgeSeconds = 3 * 24 * 60 * 60;

/** What of a request tells whose it is. */
export interface RequestHead {
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** Whose request it is. */
export interface Session {
  readonly shopperId: string;
  /** The `Set-Cookie` value that the answer must carry, or null: the browser's cookie is good. */
  readonly renewal: string | null;
}

/**
 * The session of a request. Whoever brings none, or one that is forged or too old, becomes a new shopper. A cookie that has
 * some age, or was signed with a secret that has been replaced, is written anew for the same shopper.
 */
export async function openSession(request: RequestHead): Promise<Session> {
  const secure = isSecure(request);
  const found = await sessionOf(request, secure);
  if (found && !found.isDue) return { shopperId: found.shopperId, renewal: null };
  const shopperId = found?.shopperId ?? v7();
  return { shopperId, renewal: await sessionCookieHeader(shopperId, secure) };
}

/** The shopper of a request, or null for whoever brings no cookie, or one that is forged or too old. Makes nobody a shopper. */
export async function shopperOf(request: RequestHead): Promise<string | null> {
  return (await sessionOf(request, isSecure(request)))?.shopperId ?? null;
}

async function sessionOf({ headers }: RequestHead, secure: boolean) {
  const cookie = readCookie(headers.get('cookie'), sessionCookieName(secure));
  return cookie === undefined ? null : verify(cookie);
}

/** The shopper that a cookie names, and whether it is due to be written anew. */
async function verify(cookie: string): Promise<{ shopperId: string; isDue: boolean } | null> {
  for (const [age, secret] of env().sessionSecrets.entries()) {
    try {
      const { payload } = await jwtVerify(cookie, await keyOf(secret), { issuer, algorithms: ['HS256'] });
      const { sub, iat = 0 } = payload;
      if (sub === undefined) return null;
      return { shopperId: sub, isDue: age > 0 || iat < Date.now() / 1_000 - renewalAgeSeconds };
    } catch {
      // jose throws on every cookie that this secret has not signed; another one may have.
    }
  }
  return null;
}

/** The session's cookie in a `Cookie` header, under whichever name. */
export function sessionCookieOf(cookies: string | null): string | undefined {
  return readCookie(cookies, sessionCookieName(true)) ?? readCookie(cookies, sessionCookieName(false));
}

/** The shopper that a cookie names, or null when it is forged or too old. */
export async function readSession(cookie: string): Promise<string | null> {
  return (await verify(cookie))?.shopperId ?? null;
}

/** The shopper that a cookie claims, without a look at its signature: good enough to say no, never to say yes. */
export function claimedShopper(cookie: string): string | null {
  try {
    return decodeJwt(cookie).sub ?? null;
  } catch {
    return null; // not a token at all
  }
}

/** A `Set-Cookie` value for this shopper. */
export async function sessionCookieHeader(shopperId: string, isSecure: boolean): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(shopperId)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(await keyOf(env().sessionSecrets[0]));
  return writeCookie(sessionCookieName(isSecure), token, lifetimeSeconds, isSecure);
}

const keys = new Map<string, Promise<CryptoKey>>();

/** The key of a secret, imported once: jose would do it again for every cookie, which costs more than the signature. */
function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key =
    keys.get(secret) ??
    crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify']);
  keys.set(secret, key);
  return key;
}

/**
 * Whether the caller's own connection is encrypted, also where a proxy in front of the shop ends the encryption: a shop whose
 * address is an encrypted one is reached by no other.
 */
export function isSecure(request: RequestHead): boolean {
  if (new URL(env().publicUrl).protocol === 'https:') return true;
  const [outermost] = (request.headers.get('x-forwarded-proto') ?? '').split(',');
  return (outermost?.trim() || new URL(request.url).protocol.replace(':', '')) === 'https';
}
