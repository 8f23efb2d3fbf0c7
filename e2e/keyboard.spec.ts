import { expect, type Locator, type Page } from '@playwright/test';
import { addToCart, expectPaidOrder, fillCheckout, test } from './story';

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never reached ${target}`);
}

async function type(page: Page, autocomplete: string, text: string): Promise<void> {
  await tabTo(page, page.locator(`[autocomplete="${autocomplete}"]`));
  await page.keyboard.type(text);
}

test('a whole purchase is made by keyboard alone', async ({ page }) => {
  await page.goto('/products/arcade-button');
  await tabTo(page, page.getByTestId('add-to-cart').first());
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cart-count')).toContainText('1');
  await page.goto('/checkout');
  await expect(page.getByTestId('total')).toBeVisible();

  await type(page, 'email', 'ada@example.com');
  await type(page, 'shipping name', 'Ada Lovelace');
  await type(page, 'shipping country', 'United K');
  await expect(page.locator('[autocomplete="shipping country"]')).toHaveValue('GB');
  await type(page, 'shipping address-line1', '10 Downing Street');
  await type(page, 'shipping address-level2', 'London');
  await type(page, 'shipping postal-code', 'sw1a2aa');
  await tabTo(page, page.locator('[name="shippingOptionId"]:checked'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Express, next working day')).toBeChecked();

  await tabTo(page, page.getByRole('button', { name: 'Test cards' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[autocomplete="cc-number"]')).not.toHaveValue('');
  await tabTo(page, page.getByTestId('pay'));
  await page.keyboard.press('Enter');
  await expectPaidOrder(page);
  await expect(page.getByRole('article')).toContainText('SW1A 2AA');
  await tabTo(page, page.getByRole('button', { name: 'Print' }));
});

test('from the error summary each field is one link away', async ({ page }) => {
  await addToCart(page, 'arcade-button');
  await page.goto('/checkout');
  await expect(page.getByTestId('total')).toBeVisible();
  await tabTo(page, page.locator('[autocomplete="cc-csc"]'));
  await page.keyboard.press('Enter');
  const summary = page.getByTestId('error-summary');
  await expect(summary).toBeFocused();
  await tabTo(page, summary.getByRole('link', { name: 'Card number' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('[autocomplete="cc-number"]')).toBeFocused();
});

test('nothing is wider than a phone of 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const expectToFit = async (): Promise<void> => {
    const tooWide = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>('*')]
          .filter((element) => element.getBoundingClientRect().right > 360)
          .map((element) => element.outerHTML.slice(0, 80)),
      );
    expect(tooWide, page.url()).toEqual([]);
  };
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await expectToFit();
  await page.locator('[autocomplete="shipping country"]').selectOption('JP');
  await page.locator('[autocomplete="email"]').fill('');
  await page.getByTestId('pay').click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await expectToFit();
  await page.locator('[autocomplete="shipping country"]').selectOption('DE');
  await page.locator('[autocomplete="shipping postal-code"]').fill('10115');
  await page.locator('[autocomplete="email"]').fill(`${'a'.repeat(60)}@example.com`);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await expectToFit();
  await page.goto('/orders');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  await expectToFit();
});
