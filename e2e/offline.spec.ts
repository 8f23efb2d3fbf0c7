import { expect } from '@playwright/test';
import { addElsewhere, loseFirst } from './disturbances';
import { addToCart, charges, expectPaidOrder, fillCheckout, orders, test, watchPayments } from './story';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});

test('a press without a connection sends nothing, and nothing goes out by itself when it is back', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await context.setOffline(true);
  const status = page.getByTestId('purchase-status');
  await expect(status).toContainText('This device is offline');
  await page.getByTestId('pay').click();
  await expect(status).toHaveAttribute('data-phase', 'not_sent');
  await expect(status).toContainText(/nothing was sent.*nothing goes out later by itself/i);
  await context.setOffline(false);
  await expect(status).not.toContainText('This device is offline');
  await page.clock.fastForward(120_000);
  expect(payments.attempts()).toEqual([]);
  expect(await orders(page)).toEqual([]);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(1);
});

for (const what of ['request', 'answer'] as const) {
  test(`with the ${what} lost the page does not know, and goes on with the same key when the connection is back`, async ({
    page,
    context,
  }) => {
    const payments = watchPayments(page);
    await loseFirst(page, what, () => context.setOffline(true));
    await page.getByTestId('pay').click();
    const status = page.getByTestId('purchase-status');
    await expect(status).toHaveAttribute('data-phase', 'paused');
    await expect(status).toContainText(/you are offline.*we do not know yet/i);
    await page.clock.fastForward(20_000);
    expect(payments.attempts()).toEqual([1]);
    await context.setOffline(false);
    await expectPaidOrder(page);
    await expect(page.getByTestId('replayed')).toHaveCount(what === 'answer' ? 1 : 0);
    expect(payments.attempts()).toEqual([1, 2]);
    expect(payments.keys()).toHaveLength(1);
    expect(await charges(payments.keys()[0])).toBe(1);
    expect(await orders(page)).toEqual(['paid']);
  });

  test(`with the ${what} lost and the deadline passed offline, it is closed, never sent late, and the truth is shown`, async ({
    page,
    context,
  }) => {
    const payments = watchPayments(page);
    await loseFirst(page, what, () => context.setOffline(true));
    await page.getByTestId('pay').click();
    const status = page.getByTestId('purchase-status');
    await expect(status).toHaveAttribute('data-phase', 'paused');
    await page.clock.fastForward(5 * 60_000);
    await context.setOffline(false);
    if (what === 'answer') await expectPaidOrder(page);
    else {
      await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
      await expect(status).toContainText('You were not charged');
    }
    expect(payments.attempts()).toEqual([1]);
    expect(payments.closes()).toBe(1);
    expect(await charges(payments.keys()[0])).toBe(what === 'answer' ? 1 : 0);
    expect(await orders(page)).toEqual(what === 'answer' ? ['paid'] : []);
  });
}

test('no surprise order comes when the connection is back after the cart was changed elsewhere', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => context.setOffline(true));
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paused');
  await addElsewhere(page, 'hotel-bell');
  await context.setOffline(false);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  await expect(page.getByTestId('cart-count')).toContainText('2');
  expect(payments.attempts()).toEqual([1]);
  expect(payments.closes()).toBe(1);
  expect(await charges(payments.keys()[0])).toBe(0);
  expect(await orders(page)).toEqual([]);
});

test('a shopper who stops it while offline is told what became of it, and nothing more is sent', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => context.setOffline(true));
  await page.getByTestId('pay').click();
  const status = page.getByTestId('purchase-status');
  await expect(status).toHaveAttribute('data-phase', 'paused');
  await page.getByRole('button', { name: 'Stop trying' }).click();
  await expect(status).toHaveAttribute('data-phase', 'checking');
  await expect(status).toContainText(/we do not know yet.*nothing more is sent.*this device is offline/i);
  await page.clock.fastForward(20_000);
  expect(payments.closes()).toBe(0);
  await context.setOffline(false);
  await expect(status).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(0);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(2);
  expect(await charges(payments.keys()[1])).toBe(1);
});
