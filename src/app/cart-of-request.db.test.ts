import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { TestShopper } from '@/run/testbed/shopper';

/** What the production build puts of a shopper's cart into its pages. */
let shop: TestShop;
let url = '';

beforeAll(async () => {
  shop = await openShop(1);
  url = shop.stores[0]?.url ?? '';
});
afterAll(() => shop?.stop());

const paths = ['/', '/products/arcade-button', '/cart', '/checkout', '/orders'];

async function get(path: string, cookie: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { cookie, 'sec-fetch-dest': 'document' } });
  expect(response.headers.get('cache-control')).toContain('no-store');
  return response.text();
}

it('makes neither shopper nor cart for who only looks', async () => {
  const first = await fetch(url, { headers: { 'sec-fetch-dest': 'document' } });
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(cookie).toMatch(/^doubletap_session=./);
  for (const path of paths) expect(await get(path, cookie)).toContain('data-count="0"');
  const [made] = await shop.sql<{ count: number }>(
    'SELECT ((SELECT count(*) FROM shopper) + (SELECT count(*) FROM cart))::int AS count',
  );
  expect(made?.count).toBe(0);
});

it('sends each shopper the own cart with every page, and nobody else', async () => {
  const shopper = new TestShopper(url);
  const { 'hotel-bell': productId } = await shopper.products();
  await shopper.mutate('cart.setItem', { productId, quantity: 3 });
  const { cookie = '' } = shopper;
  for (const path of paths) {
    expect(await get(path, cookie)).toContain('data-count="3"');
    const forged = `${cookie.slice(0, -4)}AAAA`;
    for (const other of ['', forged, `__Host-${cookie}`]) {
      expect(await get(path, other)).toContain('data-count="0"');
    }
  }
});
