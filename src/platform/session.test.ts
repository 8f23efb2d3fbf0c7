import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isOrderToken, orderLink, orderToken } from '@/checkout/order-link';
import { openSession, sessionCookieName } from './session';

const secrets = ['current', 'previous', 'oldest'].map(
  (name) => `the-${name}-secret-of-this-test-long-enough`,
);
const [current = '', previous = '', oldest = ''] = secrets;
const stranger = 'a secret that the shop has never known, long enough';
const day = 24 * 60 * 60;

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/none');
  vi.stubEnv('SESSION_SECRET', current);
  vi.stubEnv('SESSION_SECRET_PREVIOUS', `${previous}  ${oldest}`);
  vi.stubEnv('PUBLIC_URL', 'http://localhost:3000');
});

describe('a session', () => {
  const shopperId = randomUUID();

  function sign(
    secret: string,
    ageSeconds = 0,
    claims: { issuer?: string; sub?: string } = {},
  ): Promise<string> {
    const issuedAt = Math.floor(Date.now() / 1_000) - ageSeconds;
    return new SignJWT({ sub: claims.sub ?? shopperId, iss: claims.issuer ?? 'doubletap' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 180 * day)
      .sign(new TextEncoder().encode(secret));
  }

  function open(cookie: string, isSecure = false, name = sessionCookieName(isSecure)) {
    const headers = {
      cookie: `other=1; ${name}=${cookie}`,
      'x-forwarded-proto': isSecure ? 'https' : 'http',
    };
    return openSession(new Request('http://shop.example/', { headers }));
  }

  it('that is fresh is left as it is', async () => {
    expect(await open(await sign(current))).toEqual({ shopperId, renewal: null });
  });

  it.each([
    ['signed with the secret before', () => sign(previous)],
    ['signed with one before that', () => sign(oldest)],
    ['some days old', () => sign(current, 4 * day)],
  ])('that is %s is written anew for the same shopper', async (_, cookie) => {
    const { shopperId: who, renewal } = await open(await cookie());
    expect(who).toBe(shopperId);
    const renewed = /doubletap_session=([^;]+)/.exec(renewal ?? '')?.[1] ?? '';
    expect(await open(renewed)).toEqual({ shopperId, renewal: null });
  });

  it.each([
    ['signed by somebody else', () => sign(stranger)],
    ['half a year old', () => sign(current, 181 * day)],
    ["another program's", () => sign(current, 0, { issuer: 'other' })],
    [
      'not signed',
      async () => `${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${shopperId}","iss":"doubletap"}`)}.`,
    ],
    ['no token at all', async () => 'x'],
  ])('that is %s makes a new shopper', async (_, cookie) => {
    const { shopperId: who, renewal } = await open(await cookie());
    expect(who).toMatch(/^[0-9a-f-]{36}$/);
    expect(who).not.toBe(shopperId);
    expect(renewal).not.toBeNull();
  });

  it('lives in a cookie that no script reads and no page of another site sends', async () => {
    const { renewal } = await open('x');
    expect(renewal).toMatch(/^doubletap_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
  });

  it('is Secure and bound to this very host where the connection is encrypted', async () => {
    const { renewal } = await open('x', true);
    expect(renewal).toMatch(/^__Host-doubletap_session=[^;]+; Path=\/; HttpOnly; .*; Secure$/);
  });

  it('that a neighbour under the same domain has planted is not taken over an encrypted connection', async () => {
    const { shopperId: who } = await open(await sign(current), true, 'doubletap_session');
    expect(who).not.toBe(shopperId);
  });
});

describe("the token of an order's link", () => {
  const orderId = randomUUID();

  it('is good with every secret that the shop knows, and only for its order', () => {
    for (const secret of secrets) expect(isOrderToken(orderId, orderToken(orderId, secret))).toBe(true);
    expect(isOrderToken(orderId, orderToken(orderId, stranger))).toBe(false);
    expect(isOrderToken(orderId, orderToken(randomUUID()))).toBe(false);
    expect(isOrderToken(orderId, '')).toBe(false);
    expect(isOrderToken(orderId, 'é'.repeat(43))).toBe(false);
  });

  it('has 256 bits, and stands in a link to the public address', () => {
    expect(Buffer.from(orderToken(orderId), 'base64url')).toHaveLength(32);
    expect(orderLink(orderId)).toBe(`http://localhost:3000/orders/${orderId}?token=${orderToken(orderId)}`);
  });
});
