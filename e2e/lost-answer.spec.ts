import { expect, test } from '@playwright/test';
import {
  addToCart,
  charges,
  expectPaidOrder,
  fillCheckout,
  noteDisplay,
  slowProcessor,
  watchPayments,
} from './story';

test.beforeEach(async ({ page }) => {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});
test.afterEach(() => slowProcessor(0));

test('an answer that is lost after the shop worked ends in the replayed state', async ({ page }) => {
  const payments = watchPayments(page);
  let lost = 0;
  await page.route('**/api/trpc/checkout.pay', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    return route.abort('connectionreset');
  });
  const display = await noteDisplay(page);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(display.join('\n')).toMatch(/waiting: .*Trying again, attempt 2 of 5.*paying: .*attempt 2 of 5/s);
  await expect(page.getByTestId('replayed')).toContainText('charged once');
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
  await expect(page.getByTestId('proof')).toContainText('2');
});

test('requests that never arrive are tried again with the same key until one does', async ({ page }) => {
  const payments = watchPayments(page);
  let dropped = 0;
  await page.route('**/api/trpc/checkout.pay', (route) => {
    dropped += 1;
    return dropped <= 2 ? route.abort('connectionfailed') : route.continue();
  });
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await expect(page.getByTestId('replayed')).toHaveCount(0);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('the pending state and the count of attempts are shown while the processor is slow', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await slowProcessor(9_000);
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paying');
  await expect(status).toContainText(/attempt 1 of 5/i);
  await expect(page.getByTestId('pay')).toHaveAttribute('aria-disabled', 'true');
  await expect(status).toContainText(/attempt 2 of 5/i);
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1, 2]);
  expect(await charges(payments.keys()[0])).toBe(1);
});
