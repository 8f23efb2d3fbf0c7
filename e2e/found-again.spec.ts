import { expect, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from '../src/run/testbed/browser';
import { expectOneRepeat, loseFirst } from './disturbances';
import {
  addToCart,
  charges,
  expectPaidOrder,
  fillCheckout,
  orders,
  slowProcessor,
  test,
  watchPayments,
} from './story';

const executablePath = findBrowser();

// Playwright switches the back/forward cache off; shoppers have it.
test.use({
  launchOptions: {
    args: browserArgs,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});
test.afterEach(() => slowProcessor(0));

/** A page that comes out of the back/forward cache was loaded long ago, and says so to nobody. */
const asItIs = { waitUntil: 'commit' } as const;

/** How the page came to be shown: "back_forward" is a page that was loaded anew. */
const wayOfLoading = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'type')));

test('every page may be stored by nobody', async ({ page }) => {
  const paths = ['/', '/cart', '/checkout', '/orders', '/products/arcade-button', '/api/trpc/cart.get'];
  for (const path of [...paths, '/orders/01a228a4-5c90-7505-9c64-ac34415755fa']) {
    expect((await page.request.get(path)).headers()['cache-control'], path).toContain('no-store');
  }
});

test('the way back from a paid order leads to an empty cart, and to no second payment', async ({ page }) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await page.goto('/cart');
  await fillCheckout(page);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await page.goBack(asItIs);
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('main')).toContainText('There is nothing in it yet.');
  await page.goForward(asItIs);
  await expectPaidOrder(page);
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('the way back to the checkout finds the purchase that was left there', async ({ page }) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await loseFirst(page, 'answer');
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'waiting');
  await page.goto('/products/hotel-bell');
  await page.goBack(asItIs);
  await expectPaidOrder(page);
  await expect(page.getByTestId('replayed')).toBeVisible();
  expectOneRepeat(payments.attempts());
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('a page that is gone back to is loaded anew, and shows the cart as it is', async ({ page, context }) => {
  await addToCart(page, 'arcade-button');
  await page.goto('/cart');
  await expect(page.getByRole('main')).not.toContainText('Hotel Bell');
  await page.goto('/orders');
  const other = await context.newPage();
  await other.goto('/products/hotel-bell');
  await other.getByTestId('add-to-cart').first().click();
  await expect(other.getByTestId('cart-count')).toContainText('2');
  await page.goBack(asItIs);
  // By the browser, or by the page itself where the browser has kept it.
  await expect(async () => {
    expect(['back_forward', 'reload']).toContain((await wayOfLoading(page))[0]);
  }).toPass();
  await expect(page.getByTestId('cart-count')).toContainText('2');
});

test('a page that a browser keeps all the same reads the truth when it is shown again', async ({
  page,
  context,
}) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  const other = await context.newPage();
  await fillCheckout(other);
  await other.getByTestId('pay').click();
  await expectPaidOrder(other);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('main')).toContainText('There is nothing in it yet.');
  expect(await wayOfLoading(page)).toEqual(['reload']);
  expect(payments.attempts()).toEqual([1]);
});

for (const what of ['crashed', 'closed'] as const) {
  test(`a tab that was ${what} and restored goes on with the same key`, async ({ page, context }) => {
    const payments = watchPayments(page);
    await addToCart(page, 'arcade-button');
    await fillCheckout(page);
    await loseFirst(page, 'answer');
    await page.getByTestId('pay').click();
    await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'waiting');
    const kept = await page.evaluate(() => Object.entries(sessionStorage));
    if (what === 'crashed') {
      const crash = page.waitForEvent('crash');
      page.goto('chrome://crash').catch(() => undefined); // it never arrives
      await crash;
    } else await page.close();
    const restored = await context.newPage();
    // As browsers do it: a restored tab has its sessionStorage.
    await restored.addInitScript((entries) => {
      if (sessionStorage.length === 0)
        for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, kept);
    await restored.goto('/checkout');
    await expectPaidOrder(restored);
    expectOneRepeat(payments.attempts());
    expect(payments.keys()).toHaveLength(1);
    expect(await charges(payments.keys()[0])).toBe(1);
  });
}

test('a tab whose storage is lost is led to the purchase by the shop', async ({ page, context }) => {
  const payments = watchPayments(page);
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await slowProcessor(3_000);
  await page.getByTestId('pay').click();
  await expect.poll(() => orders(page)).toEqual(['pending']);
  await page.close();
  const other = await context.newPage();
  await other.goto('/checkout');
  await expect(other.getByTestId('unresolved')).toContainText('You do not have to pay again');
  await other.getByTestId('unresolved').getByRole('link').click();
  await expectPaidOrder(other);
  expect(payments.attempts()).toEqual([1]);
  expect(await charges(payments.keys()[0])).toBe(1);
  expect(await orders(other)).toEqual(['paid']);
});
