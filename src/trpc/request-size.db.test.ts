import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { maxBatchSize } from './batch';

/** Everything that a caller sends has a limit, and beyond it nothing is done. */
let shop: TestShop;
let shopper: TestShopper;
let product: string;

beforeAll(async () => {
  shop = await openShop(1);
  shopper = new TestShopper(shop.stores[0]?.url ?? '');
  product = (await shopper.products())['arcade-button'] ?? '';
});
afterAll(() => shop?.stop());

it('takes no more queries in one request than a page sends', async () => {
  const batch = (size: number) => `${Array.from({ length: size }, () => 'cart.get').join(',')}?batch=1`;
  expect((await shopper.query(batch(maxBatchSize))).status).toBe(200);
  const { status, text } = await shopper.query(batch(maxBatchSize + 1));
  expect(status).toBe(400);
  expect(text).toContain('invalid_input');
});

it('takes no request with more headers than any caller needs', async () => {
  const headers = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'a']));
  const answer = await shopper.mutate('cart.setItem', { productId: product, quantity: 1 }, headers);
  expect([answer.status, answer.error?.reason]).toEqual([413, 'too_large']);
  expect(expectOk(await shopper.query('cart.get')).lines).toEqual([]);
});

it('takes no head of a request above 16 KiB', async () => {
  const { hostname, port } = new URL(shop.stores[0]?.url ?? '');
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => undefined); // the store closes without reading to the end
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET /api/health HTTP/1.1\r\nHost: shop\r\nX-Long: ${'a'.repeat(17 * 1024)}\r\n\r\n`);
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
});

it('holds at most fifty different things in a cart', async () => {
  const ids = Array.from({ length: 51 }, () => randomUUID());
  await shop.sql(
    `INSERT INTO product (id, slug, name, tagline, description, category, stock_received, stock, image, image_alt, specs, accent, sort_order)
     SELECT made.id, made.id::text, name, tagline, description, category, stock_received, stock, image, image_alt, specs, accent, sort_order
     FROM product, unnest($2::uuid[]) AS made (id) WHERE product.id = $1`,
    [product, ids],
  );
  await shop.sql(
    "INSERT INTO product_price (product_id, currency, amount) SELECT id, 'USD', 100 FROM unnest($1::uuid[]) AS made (id)",
    [ids],
  );
  const collector = new TestShopper(shop.stores[0]?.url ?? '');
  const answers = [];
  for (const productId of ids)
    answers.push(await collector.mutate('cart.setItem', { productId, quantity: 1 }));
  expect(answers.slice(0, 50).map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect([answers[50]?.status, answers[50]?.error?.reason]).toEqual([400, 'invalid_input']);
});

it('lists at most a hundred orders', async () => {
  const collector = new TestShopper(shop.stores[0]?.url ?? '');
  expectOk(await collector.pay(await collector.fillCart({ [product]: 1 })));
  const [bought] = await shop.sql<{ shopper_id: string }>(
    'SELECT shopper_id FROM "order" ORDER BY created_at DESC LIMIT 1',
  );
  await shop.sql(
    `WITH carts AS (
       INSERT INTO cart (id, shopper_id, status) SELECT gen_random_uuid(), $1, 'ordered' FROM generate_series(1, 100) RETURNING id)
     INSERT INTO "order" (id, shopper_id, cart_id, status, email, shipping_address, shipping_option_id, currency,
                          subtotal, discount, shipping, tax, total)
     SELECT gen_random_uuid(), $1, id, 'pending', 'ada@example.com', '{}', 'standard', 'USD', 100, 0, 0, 0, 100 FROM carts`,
    [bought?.shopper_id],
  );
  const { text } = await collector.query('orders.list');
  expect(JSON.parse(text).result.data).toHaveLength(100);
});
