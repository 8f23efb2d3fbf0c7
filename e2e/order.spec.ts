import { expect, type Page } from '@playwright/test';
import { ask, buyByRequest, operate } from './requests';
import { addToCart, expectPaidOrder, fillCheckout, test } from './story';

async function buy(page: Page): Promise<string> {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await page.getByTestId('pay').click();
  const path = await expectPaidOrder(page);
  return path.replace('/orders/', '');
}

test('an order tells everything again after a reload', async ({ page }) => {
  await buy(page);
  const order = page.getByTestId('order');
  await page.getByRole('link', { name: /^Receipt/ }).waitFor({ timeout: 20_000 });
  const told = await order.textContent();
  for (const part of ['Ada Lovelace', '1 Bell Street', 'Austin, TX 78701', 'Visa •••• 4242', 'charged once'])
    expect(told).toContain(part);
  await page.goto(new URL(page.url()).pathname);
  await expect(order).toHaveText(told ?? '');
});

test('the number is copied, and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await buy(page);
  await page.getByRole('button', { name: 'Copy the order number' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.getByTestId('order-number').textContent(),
  );
});

test('an order is printed on one page, without what can only be pressed', async ({ page }) => {
  await buy(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of [page.getByRole('navigation'), page.getByRole('button'), page.getByRole('img')])
    for (const one of await hidden.all()) await expect(one).toBeHidden();
  const { color, background } = await page.getByRole('heading', { level: 1 }).evaluate((heading) => ({
    color: getComputedStyle(heading).color,
    background: getComputedStyle(document.body).backgroundColor,
  }));
  expect([color, background]).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g);
  expect(pages).toHaveLength(1);
});

test('the receipt is shown as it was mailed, to whoever has its address, and to nobody else', async ({
  page,
  context,
  browser,
}) => {
  const orderId = await buy(page);
  const number = (await page.getByTestId('order-number').textContent()) ?? '';
  const link = page.getByRole('link', { name: /^Receipt/ });
  await expect(link).toBeVisible({ timeout: 20_000 });
  const [receipt] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your order is paid.');
  for (const part of [number, 'Arcade Button', 'Total, charged once', 'Visa •••• 4242', 'Austin, TX 78701'])
    await expect(receipt.getByText(part).first()).toBeVisible();
  await expect(receipt.getByRole('link', { name: 'Look at your order' })).toHaveAttribute(
    'href',
    new RegExp(`/orders/${orderId}`),
  );
  const plain = await page.request.get(`${receipt.url()}&as=text`);
  expect(plain.headers()['content-type']).toContain('text/plain');
  expect(await plain.text()).toContain(number);

  const stranger = await browser.newContext();
  for (const address of [`/api/receipts/${orderId}`, `/api/receipts/${orderId}?token=x`, '/api/receipts/1'])
    expect((await stranger.request.get(new URL(address, page.url()).href)).status()).toBe(404);
  await stranger.close();
});

test('what the shop does later is told on the order: sent, and when, and refunded', async ({ page }) => {
  const orderId = await buy(page);
  const { version } = await ask(page, 'orders.get', { orderId });
  await operate(page, 'fulfil', { orderId, version });
  await page.reload();
  const timeline = page.getByTestId('timeline');
  await expect(timeline.getByRole('listitem')).toContainText([/^Placed/, /^Paid/, /^Sent\S+ \d+, \d+, \d/]);

  const amount = { amount: 100, currency: 'USD' };
  await operate(page, 'refund', { orderId, amount, reason: 'requested_by_customer' });
  await page.reload();
  await expect(timeline.getByRole('listitem').last()).toContainText('Refunded $1.00');
  await expect(page.getByTestId('order')).toContainText('−$1.00');
});

test('the history tells number, state and total of each order, twenty at a time', async ({ page }) => {
  test.setTimeout(120_000);
  await buy(page);
  for (let count = 1; count < 22; count += 1) await buyByRequest(page);
  await page.goto('/orders');
  const rows = page.getByTestId('order-row');
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(/Order \S+.*\$\d+\.\d\d.*Paid/s);
  await page.getByRole('button', { name: 'Show 2 more' }).click();
  await expect(rows).toHaveCount(22);
  await expect(rows.nth(20)).toBeFocused();
  await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0);
});
