import { expect, type Page } from '@playwright/test';
import { addToCart, charges, expectPaidOrder, fillCheckout, orders, test, watchPayments } from './story';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});

/** Answers 503 to the payments of a page, as a proxy does before a shop that is gone. */
async function refusePayments(page: Page, headers: Record<string, string> = {}): Promise<void> {
  await page.route('**/api/trpc/checkout.pay', (route) => route.fulfill({ status: 503, headers }));
}

test('one press while the shop answers 503 for ever makes exactly five requests with one key, and then asks', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await refusePayments(page);
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    await expect(status).toContainText(`attempt ${attempt} of 5`);
    await expect.poll(() => payments.attempts()).toHaveLength(attempt - 1);
    await page.clock.fastForward(8_000);
  }
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  await expect(status).toContainText('You were not charged');
  await page.clock.fastForward(10 * 60_000);
  expect(payments.attempts()).toEqual([1, 2, 3, 4, 5]);
  expect(payments.keys()).toHaveLength(1);
  const timeoutsMs = payments.timeoutsMs();
  expect(timeoutsMs.every((timeoutMs) => timeoutMs > 0 && timeoutMs <= 8_000)).toBe(true);
  expect(timeoutsMs).toEqual([...timeoutsMs].sort((a, b) => b - a));
  expect(payments.closes()).toBe(1);
  expect(await charges(payments.keys()[0])).toBe(0);
  expect(await orders(page)).toEqual([]);
});

test('with Retry-After: 30 the page says when it comes back, and two requests fit the minute', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await refusePayments(page, { 'retry-after': '30' });
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toContainText(/next attempt in (29|[34]\d) s/i);
  await page.clock.fastForward(25_000);
  await expect(status).toContainText(/next attempt in (4|5|1?\d|20) s/i);
  expect(payments.attempts()).toEqual([1]);
  await page.clock.fastForward(21_000);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1, 2]);
  expect(payments.closes()).toBe(1);
  expect(await charges(payments.keys()[0])).toBe(0);
});

test('a shop that is back after the wait it asked for is paid once', async ({ page }) => {
  const payments = watchPayments(page);
  await page.route(
    '**/api/trpc/checkout.pay',
    (route) => route.fulfill({ status: 503, headers: { 'retry-after': '30' } }),
    { times: 1 },
  );
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'waiting');
  await page.clock.fastForward(46_000);
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1, 2]);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});
