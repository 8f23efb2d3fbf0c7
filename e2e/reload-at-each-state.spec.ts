import { expect, type Page } from '@playwright/test';
import { expectOneRepeat, loseFirst, pay, setHidden } from './disturbances';
import { addToCart, charges, expectPaidOrder, fillCheckout, orders, test, watchPayments } from './story';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});

const status = (page: Page) => page.getByTestId('purchase-status');

test('a reload while the card is looked at forgets the press: nothing had been sent', async ({ page }) => {
  const payments = watchPayments(page);
  await page.route('**/v1/payment_methods', () => undefined, { times: 1 }); // the processor is silent
  await page.getByTestId('pay').click();
  await expect(status(page)).toHaveAttribute('data-phase', 'preparing');
  await fillCheckout(page); // it loads the page anew
  await expect(status(page)).toHaveAttribute('data-phase', 'idle');
  expect(payments.attempts()).toEqual([]);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(1);
});

for (const what of ['request', 'answer'] as const) {
  test(`a reload during the wait after a lost ${what} goes on with the same key`, async ({ page }) => {
    const payments = watchPayments(page);
    let isReloaded = false;
    page.once('framenavigated', () => {
      isReloaded = true;
    });
    // A busy machine may come to the second attempt before the reload: that goes down with its page.
    await page.route(pay, (route) => (isReloaded ? route.continue() : undefined));
    await loseFirst(page, what);
    await page.getByTestId('pay').click();
    await expect(status(page)).toHaveAttribute('data-phase', 'waiting');
    await page.reload();
    await expectPaidOrder(page);
    await expect(page.getByTestId('replayed')).toHaveCount(what === 'answer' ? 1 : 0);
    expectOneRepeat(payments.attempts());
    expect(payments.keys()).toHaveLength(1);
    expect(await charges(payments.keys()[0])).toBe(1);
  });
}

test('a reload of a paused page after its deadline sends nothing, and asks', async ({ page }) => {
  const payments = watchPayments(page);
  await loseFirst(page, 'request', () => setHidden(page, true));
  await page.getByTestId('pay').click();
  await expect(status(page)).toHaveAttribute('data-phase', 'paused');
  await page.clock.fastForward(120_000);
  await page.reload();
  await expect(status(page)).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(payments.closes()).toBe(1);
  expect(await orders(page)).toEqual([]);
});

test('a reload while the shop is asked goes on asking, and sends nothing', async ({ page }) => {
  const payments = watchPayments(page);
  let isGone = true;
  await page.route('**/api/trpc/checkout.*', (route) =>
    isGone ? route.abort('connectionfailed') : route.continue(),
  );
  await page.getByTestId('pay').click();
  await expect(status(page)).toHaveAttribute('data-phase', 'waiting');
  await page.getByRole('button', { name: 'Stop trying' }).click();
  await expect(status(page)).toHaveAttribute('data-phase', 'checking');
  await page.reload();
  await expect(status(page)).toHaveAttribute('data-phase', 'checking');
  await expect(status(page)).toContainText(/nothing more is sent/i);
  isGone = false;
  await page.clock.fastForward(10_000);
  await expect(status(page)).toHaveAttribute('data-reason', 'payment_not_made');
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(0);
});

test('a reload after a decline and after the payment pays nothing again', async ({ page }) => {
  const payments = watchPayments(page);
  await fillCheckout(page, 'declined');
  await page.getByTestId('pay').click();
  await expect(status(page)).toHaveAttribute('data-reason', 'card_declined');
  await fillCheckout(page); // it loads the page anew
  await expect(status(page)).toHaveAttribute('data-phase', 'idle');
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await page.reload();
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1, 1]);
  expect(await Promise.all(payments.keys().map(charges))).toEqual([0, 1]);
  expect(await orders(page)).toEqual(['paid', 'cancelled']);
});
