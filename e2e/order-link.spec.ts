import { expect, test } from '@playwright/test';
import { orderLink } from '../src/checkout/order-link';
import { useSettings } from '../src/run/testbed/settings';
import { addToCart, expectPaidOrder, fillCheckout } from './story';

test('the link in the receipt opens the order in any browser, and without its token nothing does', async ({
  page,
  browser,
  baseURL,
}) => {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await page.getByTestId('pay').click();
  const address = await expectPaidOrder(page);
  // The receipt is written by the worker with the same function and the same settings.
  useSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/none', PUBLIC_URL: baseURL ?? '' });
  const link = orderLink(address.split('/').at(-1) ?? '');

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(new URL(address, baseURL).href);
  await expect(elsewhere.getByRole('heading', { name: 'There is no such order.' })).toBeVisible();
  await elsewhere.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}x`);
  await expect(elsewhere.getByRole('heading', { name: 'There is no such order.' })).toBeVisible();
  await elsewhere.goto(link);
  await expectPaidOrder(elsewhere);
  await expect(elsewhere.getByTestId('order')).toContainText('Ada Lovelace');
  await elsewhere.goto(new URL('/orders', baseURL).href);
  await expect(elsewhere.getByRole('main')).not.toContainText(/DT-\d/);
  await elsewhere.context().close();
});
