import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** What an operator does, with the console's own procedures: there is no page for it. */
export async function operate(page: Page, procedure: string, input: object): Promise<void> {
  const response = await page.request.post(`/api/trpc/operator.${procedure}`, {
    data: input,
    headers: {
      authorization: `Bearer ${process.env.E2E_OPERATOR_TOKEN}`,
      'idempotency-key': `"${randomUUID()}"`,
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** What the shop answers a question of this page's shopper with. */
export async function ask(page: Page, procedure: string, input: object = {}) {
  const search = new URLSearchParams({ input: JSON.stringify(input) });
  const response = await page.request.get(`/api/trpc/${procedure}?${search}`);
  return (await response.json()).result.data;
}

/** One more order of the same shopper, without its pages; returns its id. */
export async function buyByRequest(page: Page): Promise<string> {
  const products: { id: string; slug: string }[] = await ask(page, 'catalog.list');
  const product = products.find(({ slug }) => slug === 'arcade-button');
  await page.request.post('/api/trpc/cart.setItem', { data: { productId: product?.id, quantity: 1 } });
  const { id: cartId } = await ask(page, 'cart.get');
  const { cartVersion, total } = await ask(page, 'checkout.quote', { cartId });
  const address = { name: 'Ada', line1: '1 Bell St', city: 'Austin', postalCode: '78701', country: 'US' };
  const paid = await page.request.post('/api/trpc/checkout.pay', {
    data: {
      ...{ cartId, cartVersion, expectedTotal: total, email: 'ada@example.com' },
      ...{ shippingAddress: address, paymentMethodId: 'pm_card_visa' },
    },
    headers: { 'idempotency-key': `"${randomUUID()}"` },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  return (await paid.json()).result.data.orderId;
}
