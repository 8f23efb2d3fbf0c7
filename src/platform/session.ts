import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { env } from './env';

/**
 * An anonymous shopper's session: a signed cookie that names the shopper and nothing else. There is no row until the
 * shopper puts something into a cart.
 */
export const sessionCookie = 'doubletap_session';

const issuer = 'doubletap';
const lifetimeSeconds = 180 * 24 * 60 * 60;

function secret(): Uint8Array {
  return new TextEncoder().encode(env().sessionSecret);
}

/** The shopper that a cookie names, or null when it is missing, forged or too old. */
export async function readSession(cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  try {
    const { payload } = await jwtVerify(cookie, secret(), { issuer, algorithms: ['HS256'] });
    return payload.sub ?? null;
  } catch {
    return null; // jose throws on every cookie that is not ours; the shopper gets a new one
  }
}

/** The shopper that a cookie claims, without a look at its signature: good enough to say no, never to say yes. */
export function claimedShopper(cookie: string | undefined): string | null {
  if (!cookie) return null;
  try {
    return decodeJwt(cookie).sub ?? null;
  } catch {
    return null; // not a token at all
  }
}

/** A `Set-Cookie` value for this shopper. `Secure` outside plain HTTP, so that the demo works on loopback. */
export async function sessionCookieHeader(shopperId: string, isSecure: boolean): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(shopperId)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(secret());
  const attributes = [
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${lifetimeSeconds}`,
    ...(isSecure ? ['Secure'] : []),
  ];
  return [`${sessionCookie}=${token}`, ...attributes].join('; ');
}

/** Whether the caller's own connection is encrypted, also where a proxy in front of the shop ends the encryption. */
export function isSecure(request: Request): boolean {
  return (
    (request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol.replace(':', '')) === 'https'
  );
}
