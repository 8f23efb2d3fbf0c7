import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';

/** What the production build tells browsers to allow, on every answer that it gives. */
let shop: TestShop;

beforeAll(async () => {
  shop = await openShop(1);
});
afterAll(() => shop?.stop());

const asDocument = { 'sec-fetch-dest': 'document' };
const behindEncryption = { 'x-forwarded-proto': 'https' };

function get(path: string, headers: Record<string, string> = asDocument): Promise<Response> {
  return fetch(`${shop.stores[0]?.url}${path}`, { headers });
}

const expected = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-powered-by': null,
};

const pages = [
  '/',
  '/cart',
  '/checkout',
  '/orders',
  `/orders/${randomUUID()}?token=x`,
  '/products/arcade-button',
  '/products/nothing',
  '/nothing',
  '/nothing.html',
];
const others = [
  '/logo.svg',
  '/api/trpc/cart.get',
  '/api/health',
  '/api/nothing',
  '/_next/nothing',
  '/icon.svg',
];

describe.each(pages)('the page %s', (path) => {
  it('runs scripts with its own nonce only', async () => {
    const [first, second] = [await get(path), await get(path)];
    const nonceOf = ({ headers }: Response) =>
      /script-src 'self' 'nonce-([^']+)' 'strict-dynamic';/.exec(
        headers.get('content-security-policy') ?? '',
      )?.[1];
    const nonce = nonceOf(first);
    expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16);
    expect(nonceOf(second)).not.toBe(nonce);
    expect(first.headers.get('content-security-policy')).not.toMatch(/unsafe-(?!hashes)/);
    const text = await first.text();
    // Data for search engines is no script.
    const scripts = (text.match(/<script[^>]*>/g) ?? []).filter(
      (tag) => !tag.includes('application/ld+json'),
    );
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(text).not.toMatch(/<[a-z][^>]* on[a-z]+="/);
    for (const [, style = ''] of text.matchAll(/<[a-z][^>]* style="([^"]*)"/g)) {
      const hash = createHash('sha256').update(style).digest('base64');
      expect(first.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    }
  });
});

describe.each([...pages, ...others])('the answer for %s', (path) => {
  it('is not sniffed, framed, embedded, or told about', async () => {
    const { headers } = await get(path);
    const told = Object.keys(expected).map((name) => [name, headers.get(name)]);
    expect(Object.fromEntries(told)).toEqual(expected);
    for (const nobody of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ]) {
      expect(headers.get('content-security-policy')).toContain(nobody);
    }
    expect(headers.get('content-security-policy')).not.toContain(','); // two policies would both be kept to
  });

  it('asks for encryption from then on only where it came encrypted', async () => {
    expect((await get(path)).headers.get('strict-transport-security')).toBeNull();
    const { headers } = await get(path, { ...asDocument, ...behindEncryption });
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });
});

it("gives the shop's cookies out as Secure behind encryption, and plain on this machine", async () => {
  for (const path of ['/cart', '/api/trpc/cart.get']) {
    const [plain] = (await get(path)).headers.getSetCookie();
    expect(plain).toMatch(/^doubletap_session=.*HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const [secure] = (await get(path, { ...asDocument, ...behindEncryption })).headers.getSetCookie();
    expect(secure).toMatch(/^__Host-doubletap_session=.*HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
  }
});

it('names itself by the address that it was told, whatever a request says', async () => {
  const lie = { ...asDocument, 'x-forwarded-host': 'evil.example' };
  const store = await shop.startStore({ PUBLIC_URL: 'https://shop.example' });
  for (const path of ['/', '/products/arcade-button', '/robots.txt', '/sitemap.xml']) {
    const told = await (await fetch(`${store.url}${path}`, { headers: lie })).text();
    expect(told).toContain('https://shop.example/');
    expect(told).not.toContain('evil.example');
    expect(await (await get(path, lie)).text()).toContain('http://evil.example/');
  }
});

it('does not work on pictures for anybody', async () => {
  expect((await get('/_next/image?url=%2Flogo.svg&w=640&q=75')).status).toBe(404);
});
