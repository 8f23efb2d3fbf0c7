import { expect } from '@playwright/test';
import {
  addToCart,
  charges,
  expectPaidOrder,
  fillCheckout,
  noteDisplay,
  slowProcessor,
  test,
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

test('a payment in doubt is explained on its order page, which shows the truth by itself once it is known', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  // From the payment on the processor is slower than the shop waits for it: in doubt, until the worker asks again.
  await page.route('**/api/trpc/checkout.pay', async (route) => {
    await slowProcessor(12_000);
    return route.continue();
  });
  await page.getByTestId('pay').click();
  const other = await context.newPage();
  await expect(async () => {
    await other.goto('/cart');
    await expect(other.getByTestId('unresolved')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.close(); // the shopper never comes back to this tab
  await other.getByTestId('unresolved').getByRole('link').click();
  await expect(other.getByTestId('order')).toHaveAttribute('data-status', 'pending');
  await expect(other.getByRole('main')).toContainText(
    /not be charged twice|nobody is charged twice|charged once/i,
  );
  await slowProcessor(0);
  await expect(other.getByTestId('order')).toHaveAttribute('data-status', 'paid', { timeout: 40_000 });
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('when no attempt arrives, the page says "not charged" only once the shop has promised it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const payments = watchPayments(page);
  let blocked = true;
  await page.route('**/api/trpc/checkout.*', (route) =>
    blocked ? route.abort('connectionfailed') : route.continue(),
  );
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'checking', { timeout: 60_000 });
  await expect(status).toContainText(/do not know yet/i);
  expect(payments.attempts()).toEqual([1, 2, 3, 4, 5]);
  blocked = false;
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made', { timeout: 20_000 });
  await expect(status).toContainText(/you were not charged/i);
  expect(await charges(payments.keys()[0])).toBe(0);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(2);
  expect(await charges(payments.keys()[1])).toBe(1);
});

test('a no to a later attempt is not taken for the truth about the first one', async ({ page }) => {
  const payments = watchPayments(page);
  let attempts = 0;
  await page.route('**/api/trpc/checkout.pay', async (route) => {
    attempts += 1;
    if (attempts === 1) {
      expect((await route.fetch()).status()).toBe(200);
      return route.abort('connectionreset');
    }
    // As another session, or another release of the shop, would answer.
    const data = {
      code: 'NOT_FOUND',
      httpStatus: 404,
      path: 'checkout.pay',
      reason: 'not_found',
      retry: 'never',
    };
    return route.fulfill({
      status: 404,
      json: { error: { message: 'There is no such cart.', code: -32004, data } },
    });
  });
  const display = await noteDisplay(page);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(display.join('\n')).not.toContain('Nothing was sent');
  expect(payments.attempts()).toEqual([1, 2]);
  expect(await charges(payments.keys()[0])).toBe(1);
});
