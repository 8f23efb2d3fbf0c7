import { expect } from '@playwright/test';
import { addToCart, charges, expectPaidOrder, fillCard, fillCheckout, test, watchPayments } from './story';

test('a decline followed by another card buys once', async ({ page }) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await fillCheckout(page, 'declined');
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'refused');
  await expect(status).toHaveAttribute('data-reason', 'card_declined');
  await fillCard(page, 'good');
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(2);
  expect(await Promise.all(payments.keys().map(charges))).toEqual([0, 1]);
});

test('a cart that changed in another tab is shown with its new total before it is paid', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  const seen = await page.getByTestId('total').textContent();
  const other = await context.newPage();
  await other.goto('/products/hotel-bell');
  await other.getByTestId('add-to-cart').first().click();
  await expect(other.getByTestId('cart-count')).toContainText('2');

  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-reason', 'cart_changed');
  await expect(page.getByTestId('total')).not.toHaveText(seen ?? '');
  expect(await charges(payments.keys()[0])).toBe(0);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(await Promise.all(payments.keys().map(charges))).toEqual([0, 1]);
});

test('fields that are wrong are named, and nothing is sent', async ({ page }) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await page.goto('/checkout');
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await expect(page.getByTestId('error-summary')).toContainText(/email/i);
  expect(payments.attempts()).toEqual([]);
});
