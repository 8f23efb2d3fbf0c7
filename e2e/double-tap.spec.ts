import { expect } from '@playwright/test';
import { addToCart, charges, expectPaidOrder, fillCheckout, test, watchPayments } from './story';

test.beforeEach(async ({ page }) => {
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
});

test('two clicks in one task are one purchase and one charge', async ({ page }) => {
  const payments = watchPayments(page);
  await page.getByTestId('pay').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('Enter in a field and a click together are one purchase and one charge', async ({ page }) => {
  const payments = watchPayments(page);
  await page.locator('[autocomplete="cc-csc"]').evaluate((field: HTMLInputElement) => {
    // Enter in a field submits its form; the click follows in the same task.
    field.form?.requestSubmit();
    document.querySelector<HTMLElement>('[data-testid="pay"]')?.click();
  });
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});

test('five quick taps are one purchase and one charge, and the order says so', async ({ page }) => {
  const payments = watchPayments(page);
  const button = page.getByTestId('pay');
  const box = await button.boundingBox();
  expect(box).not.toBeNull();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await button.scrollIntoViewIfNeeded();
  for (let tap = 0; tap < 5; tap += 1) await page.mouse.click(x, y);
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
  await expect(page.getByTestId('proof')).toContainText(/charged once/i);
});
