import { expect, type Page, test } from '@playwright/test';
import { addToCart, expectPaidOrder, fillCheckout, slowProcessor } from './story';

test.afterEach(() => slowProcessor(0));

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Your cart' });

/** Puts a bell into the cart, and sends the drawer away that comes with it. */
async function addBell(page: Page): Promise<void> {
  await addToCart(page, 'hotel-bell');
  await expect(drawerOf(page)).toContainText('$18.50');
  await page.keyboard.press('Escape');
  await expect(drawerOf(page)).toBeHidden();
}

async function choose(page: Page, currency: string): Promise<void> {
  await page.getByTestId('currency').selectOption(currency);
  await expect(page.getByTestId('currency')).toHaveAttribute('aria-busy', 'false');
}

test('another currency changes every price: shelf, product, drawer, cart and quote, also after a reload', async ({
  page,
}) => {
  await addBell(page);
  const drawer = drawerOf(page);
  await choose(page, 'JPY');
  await expect(page.getByText('All prices are in Japanese yen (JPY).')).toBeAttached();
  const main = page.getByRole('main');
  await expect(main).toContainText('¥2,800');
  await expect(main).not.toContainText('$');
  await page.getByTestId('cart-count').click();
  await expect(drawer).toContainText('¥2,800 each');
  await expect(drawer).not.toContainText('$');

  await page.goto('/');
  await expect(page.getByTestId('currency')).toHaveValue('JPY');
  await expect(main).toContainText('¥7,350');
  await expect(main).not.toContainText('$');
  await choose(page, 'KWD');
  await expect(main).toContainText('KWD\u00a015.050');
  await expect(main).not.toContainText('¥');
  await page.goto('/cart');
  await expect(main).toContainText('KWD\u00a05.700');
  await page.goto('/checkout');
  await expect(page.getByTestId('total')).toContainText('KWD');
});

test('the first page of a shopper who has chosen a currency is sent in it', async ({ request }) => {
  const html = await (await request.get('/', { headers: { cookie: 'doubletap_currency=EUR' } })).text();
  expect(html).toContain('€46.95');
  expect(html).not.toContain('$49.00');
});

test('a currency that could not be changed leaves the old prices and says so', async ({ page }) => {
  await addBell(page);
  await page.route('**/api/trpc/cart.setCurrency', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  );
  await page.getByTestId('currency').selectOption('EUR');
  await expect(
    page.getByRole('alert').filter({ hasText: 'All prices are still in US dollar' }),
  ).toBeVisible();
  await expect(page.getByTestId('currency')).toHaveValue('USD');
  await expect(page.getByRole('main')).toContainText('$18.50');
});

test('while a payment is unresolved the currency stays, and the picker says why', async ({
  page,
  context,
}) => {
  await addToCart(page, 'hotel-bell');
  await fillCheckout(page);
  await slowProcessor(6_000);
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-phase', 'paying');
  const other = await context.newPage();
  await other.goto('/');
  const fixed = other.getByTestId('fixed-currency');
  await fixed.focus();
  await other.keyboard.press('Enter');
  await expect(
    other.getByText('A payment of yours is still being checked, and the shop keeps'),
  ).toBeVisible();
  await slowProcessor(0);
  await expectPaidOrder(page);
});
