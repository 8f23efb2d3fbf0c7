import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderToken } from '@/checkout/order-link';
import { useSettings } from '@/run/testbed/settings';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** The secret is replaced while shoppers shop: nobody loses a cart, and a purchase in the middle comes to its end. */
const first = 'the-first-secret-of-this-test-long-enough';
const second = 'the-second-secret-of-this-test-long-enough';
let shop: TestShop;

beforeAll(async () => {
  useSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/none' });
  shop = await openShop(1, { SESSION_SECRET: first, PROCESSOR_TIMEOUT_MS: '1000' });
});
afterAll(() => shop?.stop());

it('finishes a purchase with the cookie from before, renews that, and forgets the old secret when told to', async () => {
  const [before] = shop.stores;
  const shopper = new TestShopper(before?.url ?? '');
  const { 'arcade-button': product = '' } = await shopper.products();
  const purchase = await shopper.fillCart({ [product]: 1 });
  await shop.processor.setLatency(2_000);
  const doubt = await shopper.pay(purchase);
  expect([doubt.status, doubt.error?.reason]).toEqual([503, 'payment_in_doubt']);
  await shop.processor.setLatency(0);
  await before?.stop();

  const rotated = await shop.startStore({ SESSION_SECRET: second, SESSION_SECRET_PREVIOUS: first });
  const answers: ApiAnswer[] = [];
  // The processor is busy with the key until it has answered the former store, which is gone.
  await until('the purchase is finished', async () => {
    answers.push(await shopper.pay(purchase, rotated.url));
    return answers.at(-1)?.status !== 503;
  });
  expect(answers[0]?.headers.get('set-cookie')).toMatch(/^doubletap_session=/);
  const paid = answers.at(-1) ?? doubt;
  expect(expectOk(paid).status).toBe('paid');
  const books = await shop.processor.books();
  expect(books.charges.filter(({ metadata }) => metadata.key === purchase.key)).toHaveLength(1);
  const again = await shopper.pay(purchase, rotated.url);
  expect([again.text, again.headers.get('set-cookie')]).toEqual([paid.text, null]);
  const stranger = new TestShopper(rotated.url);
  const orderId = String(paid.data?.orderId);
  const oldLink = { orderId, token: orderToken(orderId, first) };
  expect((await stranger.query('orders.get', oldLink)).status).toBe(200);

  const without = await shop.startStore({ SESSION_SECRET: second });
  const kept = await shopper.pay(purchase, without.url);
  expect([kept.text, kept.headers.get('set-cookie')]).toEqual([paid.text, null]);
  expect((await new TestShopper(without.url).query('orders.get', oldLink)).status).toBe(404);
});
