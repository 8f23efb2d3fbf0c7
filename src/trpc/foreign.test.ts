import { beforeAll, expect, it, vi } from 'vitest';
import { isForeign } from './foreign';

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/none');
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('PUBLIC_URL', 'https://shop.example/');
});

function foreign(headers: Record<string, string>): boolean {
  const all = { host: 'shop.example', ...headers };
  return isForeign(
    new Request('http://127.0.0.1:3000/api/trpc/cart.setItem', { method: 'POST', headers: all }),
  );
}

it.each([
  ["the shop's own page", { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }],
  ["the shop's own page in a browser without fetch metadata", { origin: 'https://shop.example' }],
  [
    'a page at the public address, behind a proxy with another host',
    { origin: 'https://shop.example', host: 'inner:3000' },
  ],
  ['a caller that is no browser', {}],
  ['somebody who typed the address', { 'sec-fetch-site': 'none' }],
])('%s is not foreign', (_, headers) => {
  expect(foreign(headers)).toBe(false);
});

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a frame without an origin', { origin: 'null' }],
  ['nothing that is an origin', { origin: 'shop.example' }],
  ['another port', { origin: 'https://shop.example:8443' }],
  ['another scheme', { origin: 'http://shop.example' }],
  ['a host that only starts alike', { origin: 'https://shop.example.evil.example' }],
  ['a host below', { origin: 'https://blog.shop.example' }],
  ['another site, which hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host, which hides its origin', { 'sec-fetch-site': 'same-site' }],
  [
    'a neighbouring host, whatever it says',
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-site' },
  ],
])('a page of %s is foreign', (_, headers) => {
  expect(foreign(headers)).toBe(true);
});
