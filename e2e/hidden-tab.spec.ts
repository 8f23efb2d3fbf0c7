import { expect } from '@playwright/test';
import { loseFirst, setHidden } from './disturbances';
import { addToCart, charges, expectPaidOrder, fillCheckout, orders, test, watchPayments } from './story';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});

test('a hidden tab says that it is paused, sends nothing, and goes on when it is looked at', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => setHidden(page, true));
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paused');
  await expect(status).toContainText(/in the background.*we do not know yet/i);
  await page.clock.fastForward(40_000);
  expect(payments.attempts()).toEqual([1]);
  await setHidden(page, false);
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1, 2]);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('what is left of the minute is all that a late attempt gets', async ({ page }) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => setHidden(page, true));
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'paused');
  await page.clock.fastForward(53_000);
  await setHidden(page, false);
  await expectPaidOrder(page);
  const [first = 0, second = 0] = payments.timeoutsMs();
  expect(first).toBe(8_000);
  expect(second).toBeLessThan(7_000);
});

test('a purchase whose deadline has passed while the machine slept is closed, and never sent late', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => setHidden(page, true));
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paused');
  await page.clock.fastForward(8 * 3_600_000);
  await setHidden(page, false);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(0);
  expect(await orders(page)).toEqual([]);
});

test('a machine that sleeps during the wait wakes too late to send, without ever having been paused', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request');
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'waiting');
  await page.clock.fastForward(3_600_000);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(payments.closes()).toBe(1);
  expect(await charges(payments.keys()[0])).toBe(0);
});

test('no surprise order comes when the cart was changed in another tab meanwhile', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => setHidden(page, true));
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paused');
  const other = await context.newPage();
  await other.goto('/products/hotel-bell');
  await other.getByTestId('add-to-cart').first().click();
  await expect(other.getByTestId('cart-count')).toContainText('2');
  await setHidden(page, false);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(0);
  expect(await orders(page)).toEqual([]);
});

test('a change of the cart in the same page ends the trying at once', async ({ page }) => {
  const payments = watchPayments(page);
  await page.route('**/api/trpc/checkout.pay', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' } }),
  );
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'waiting');
  await page.getByTestId('cart-count').click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(status).toHaveAttribute('data-phase', 'waiting');
  await page
    .getByRole('button', { name: /^(More|Increase|Add one|One more)/ })
    .first()
    .click();
  await expect(status).toHaveCount(0);
  await page.clock.fastForward(120_000);
  expect(payments.attempts()).toEqual([1]);
  expect(payments.closes()).toBe(1);
  expect(await orders(page)).toEqual([]);
});

test('a change of the cart that was held back for too long is not made late, and the page says so', async ({
  page,
}) => {
  await page.goto('/cart');
  const more = page.getByRole('button', { name: /^One more/ });
  await expect(more).toBeVisible();
  let changes = 0;
  await page.route('**/api/trpc/cart.setItem', async (route) => {
    changes += 1;
    await setHidden(page, true);
    await route.abort('connectionfailed');
  });
  await more.click();
  await expect.poll(() => changes).toBe(1);
  await expect(page.getByTestId('cart-count')).toContainText('2');
  await page.clock.fastForward(3_600_000);
  await setHidden(page, false);
  await expect(page.getByRole('alert').filter({ hasText: 'That change did not get through.' })).toBeVisible();
  await expect(page.getByTestId('cart-count')).toContainText('1');
  expect(changes).toBe(1);
});
