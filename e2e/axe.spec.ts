import { expect, test as plain } from '@playwright/test';
import { expectNoBarrier } from './barriers';
import { loseFirst } from './disturbances';
import { ask, buyByRequest, operate } from './requests';
import { addToCart, expectPaidOrder, fillCheckout, slowProcessor, test } from './story';

// Each looks at many pages, twice.
test.describe.configure({ timeout: 180_000 });

test('nobody is kept from looking around: shelf, search, product, and what there is not', async ({
  page,
}) => {
  const addresses = ['/', '/?q=zzz', '/?category=Desk&sort=name', '/products/hotel-bell'];
  for (const address of [...addresses, '/products/nonesuch', '/nothing']) {
    await page.goto(address);
    await expect(page.getByTestId('cart-count')).toHaveAttribute('data-count', '0');
    await expectNoBarrier(page, address);
  }
});

test('nobody is kept from the cart: empty, filled, and over the page', async ({ page }) => {
  for (const address of ['/cart', '/checkout', '/orders']) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'See what there is' })).toBeVisible();
    await expectNoBarrier(page, `${address}, empty`);
  }
  await addToCart(page, 'hotel-bell');
  await expect(page.getByTestId('cart-drawer')).toContainText('is in your cart');
  await expectNoBarrier(page, 'the drawer');
  await page.goto('/cart');
  await page.getByLabel('Promo code').fill('nonesuch');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('It may be mistyped')).toBeVisible();
  await expectNoBarrier(page, '/cart, filled, with a code that there is not');
});

test('nobody is kept from paying: the form, its errors, a decline, a wait, a doubt', async ({ page }) => {
  await addToCart(page, 'arcade-button');
  await page.goto('/checkout');
  await expect(page.getByTestId('total')).toBeVisible();
  await expectNoBarrier(page, 'the empty form');
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await expectNoBarrier(page, 'the error summary');
  await page.getByRole('button', { name: 'Test cards' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarrier(page, 'the menu of test cards');

  await fillCheckout(page, 'declined');
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-reason', 'card_declined');
  await expectNoBarrier(page, 'declined');

  await fillCheckout(page);
  await page.route('**/api/trpc/checkout.pay', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' } }),
  );
  await page.route('**/api/trpc/checkout.close', (route) => route.abort('connectionfailed'));
  await page.getByTestId('pay').click();
  await expect(status).toHaveAttribute('data-phase', 'waiting');
  await expectNoBarrier(page, 'waiting for the next attempt');
  await status.getByRole('button', { name: 'Stop trying' }).click();
  await expect(status).toHaveAttribute('data-phase', 'checking');
  await expectNoBarrier(page, 'asking what became of it');
});

test('nobody is kept from an order that is under way, and that was found to be paid', async ({
  page,
  context,
}) => {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await loseFirst(page, 'answer', () => slowProcessor(9_000));
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await expect(page.getByTestId('replayed')).toBeVisible();
  await expectNoBarrier(page, 'replayed');

  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'paying');
  const other = await context.newPage();
  await expect(async () => {
    await other.goto('/cart');
    await expect(other.getByTestId('unresolved')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await other.getByTestId('unresolved').getByRole('link').click();
  await expect(other.getByTestId('order')).toHaveAttribute('data-status', 'pending');
  await expectNoBarrier(other, 'an order whose payment is being checked');
  await other.close();
  await page.bringToFront();
  await expectNoBarrier(page, 'paying');
  await slowProcessor(0);
  await expectPaidOrder(page);
});

test.afterEach(() => slowProcessor(0));

test('nobody is kept from what was bought: order, list, receipt, and what became of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const [orderId, sent, refunded] = [
    await buyByRequest(page),
    await buyByRequest(page),
    await buyByRequest(page),
  ];
  const { version } = await ask(page, 'orders.get', { orderId: sent });
  await operate(page, 'fulfil', { orderId: sent, version });
  await operate(page, 'refund', { orderId: refunded, reason: 'requested_by_customer' });
  for (const id of [orderId, sent, refunded]) {
    await page.goto(`/orders/${id}`);
    await expect(page.getByRole('link', { name: /^Receipt/ })).toBeVisible({ timeout: 20_000 });
    const status = await page.getByTestId('order').getAttribute('data-status');
    await expectNoBarrier(page, `an order that is ${status}`);
  }
  await page.goto('/orders');
  await expect(page.getByTestId('order-row')).toHaveCount(3);
  await expectNoBarrier(page, 'the list of orders');

  const { receipt } = await ask(page, 'orders.get', { orderId });
  await page.goto(receipt.path);
  await expectNoBarrier(page, 'the receipt');
  const guest = await browser.newPage({ ...(baseURL && { baseURL }) });
  await guest.goto(receipt.path.replace('/api/receipts/', '/orders/'));
  await expect(guest.getByTestId('order')).toHaveAttribute('data-status', 'paid');
  await expectNoBarrier(guest, 'the order by its link');
  await guest.goto(`/orders/${orderId}`);
  await expect(guest.getByRole('heading', { name: 'There is no such order.' })).toBeVisible();
  await expectNoBarrier(guest, "somebody else's order");
  await guest.close();
});

// These pages complain in the console, as they should.
plain('nobody is kept from the way on from a page that broke', async ({ page }) => {
  const orderId = await buyByRequest(page);
  const broken = [
    { address: `/orders/${orderId}`, field: 'shippingAddress', title: 'This page could not be shown.' },
    { address: '/orders', field: 'lines', title: 'The shop could not be shown.' },
  ];
  for (const { address, field, title } of broken) {
    // As another release of the shop might answer: an order without its address, a cart without its lines.
    await page.route(/orders\.get|cart\.get/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(`"${field}":`, '"unknown":');
      await route.fulfill({ response, body });
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectNoBarrier(page, title);
    await page.unrouteAll();
  }
});
