import { expect } from '@playwright/test';
import {
  addToCart,
  charges,
  expectPaidOrder,
  fillCheckout,
  slowProcessor,
  test,
  watchPayments,
} from './story';

test.beforeEach(async ({ page }) => {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});
test.afterEach(() => slowProcessor(0));

test('a reload while paying goes on with the same purchase and ends on its order', async ({ page }) => {
  const payments = watchPayments(page);
  await slowProcessor(3_000);
  await page.getByTestId('pay').click();
  await expect.poll(() => payments.keys()).toHaveLength(1);
  await page.reload();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'paying');
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(payments.attempts()).toEqual([1, 2]);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('two tabs that pay the same cart end on the same order', async ({ page, context }) => {
  const payments = watchPayments(page);
  const other = await context.newPage();
  await fillCheckout(other);
  await slowProcessor(2_000);
  await Promise.all([page.getByTestId('pay').click(), other.getByTestId('pay').click()]);
  const orders = [await expectPaidOrder(page), await expectPaidOrder(other)];
  expect(new Set(orders).size).toBe(1);
  expect(payments.keys()).toHaveLength(2);
  const charged = await Promise.all(payments.keys().map(charges));
  expect(charged.reduce((sum, one) => sum + one)).toBe(1);
});
