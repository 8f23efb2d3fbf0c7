import { expect, type Page } from '@playwright/test';
import { addToCart, charges, expectPaidOrder, fillCard, fillCheckout, test, watchPayments } from './story';

const field = (page: Page, autocomplete: string) => page.locator(`[autocomplete="${autocomplete}"]`);
const status = (page: Page) => page.getByTestId('purchase-status');

/** The labels of the form, in its order. */
const labels = (page: Page) => page.locator('form#checkout label[for^="checkout-"]').allTextContents();

async function pickTestCard(page: Page, outcome: string): Promise<void> {
  await page.getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('menuitem', { name: outcome }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test.beforeEach(({ page }) => addToCart(page, 'arcade-button'));

test('the address is asked for as it is written in its country', async ({ page }) => {
  await page.goto('/checkout');
  const inUnitedStates = ['Address', 'Apartment, floor (optional)', 'City', 'State', 'ZIP code'];
  await expect(page.getByLabel('ZIP code')).toBeVisible();
  expect((await labels(page)).map((label) => label.trim()).slice(3, 8)).toEqual(inUnitedStates);

  await field(page, 'shipping country').selectOption('GB');
  await expect(page.getByLabel('Postcode')).toBeVisible();
  await expect(field(page, 'shipping address-level1')).toHaveCount(0);
  await page.getByLabel('Postcode').fill('sw1a1aa');
  await page.getByLabel('Postcode').blur();
  await expect(page.getByLabel('Postcode')).toHaveValue('SW1A 1AA');

  await field(page, 'shipping country').selectOption('JP');
  await expect(page.getByLabel('Prefecture')).toBeVisible();
  const inJapan = ['Postal code', 'Prefecture', 'City or ward', 'Address', 'Apartment, floor (optional)'];
  expect((await labels(page)).map((label) => label.trim()).slice(3, 8)).toEqual(inJapan);

  await field(page, 'shipping country').selectOption('KW');
  await expect(page.getByText('Postal code (optional)')).toBeVisible();
});

test('a postal code tells the state, and a state that was chosen stays', async ({ page }) => {
  await page.goto('/checkout');
  const state = field(page, 'shipping address-level1');
  await page.getByLabel('ZIP code').fill('78701');
  await expect(state).toHaveValue('TX');
  await page.getByLabel('ZIP code').fill('10001');
  await expect(state).toHaveValue('NY');
  await state.selectOption('CA');
  await page.getByLabel('ZIP code').fill('78701');
  await expect(state).toHaveValue('CA');
});

test('a field says what is wrong when it is left, and the summary says the same and leads to it', async ({
  page,
}) => {
  await page.goto('/checkout');
  const zip = page.getByLabel('ZIP code');
  await zip.fill('787');
  await zip.blur();
  const words = 'Please check the ZIP code: it looks like 78701.';
  await expect(page.locator(`#${await zip.getAttribute('aria-describedby')}`)).toHaveText(words);
  await expect(zip).toHaveAttribute('aria-invalid', 'true');

  await page.getByTestId('pay').click();
  const summary = page.getByTestId('error-summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem').filter({ hasText: 'ZIP code' })).toHaveText(
    `ZIP code: ${words}`,
  );
  for (const item of await summary.getByRole('listitem').all()) {
    const [label = '', ...message] = ((await item.textContent()) ?? '').split(': ');
    const named = page.getByLabel(label, { exact: true });
    await expect(page.locator(`#${await named.getAttribute('id')}-error`)).toHaveText(message.join(': '));
  }
  await summary.getByRole('link', { name: 'ZIP code' }).press('Enter');
  await expect(zip).toBeFocused();
  await zip.fill('78701');
  await expect(summary.getByRole('listitem').filter({ hasText: 'ZIP code' })).toHaveCount(0);
});

test('an order goes to a country without postal codes, and to one without states', async ({ page }) => {
  await fillCheckout(page);
  await field(page, 'shipping country').selectOption('KW');
  await field(page, 'shipping postal-code').fill('');
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  await expect(page.locator('address')).toContainText(/Austin\s+Kuwait/);
});

test('a reload keeps what was typed, and never the card', async ({ page }) => {
  await fillCheckout(page);
  await page.getByLabel('Express, next working day').check();
  await expect(field(page, 'cc-number')).toHaveValue('4242 4242 4242 4242');
  await page.reload();
  await expect(field(page, 'email')).toHaveValue('ada@example.com');
  await expect(field(page, 'shipping address-line1')).toHaveValue('1 Bell Street');
  await expect(field(page, 'shipping address-level1')).toHaveValue('TX');
  await expect(page.getByLabel('Express, next working day')).toBeChecked();
  await expect(field(page, 'cc-number')).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain('4242');
  await fillCard(page, 'good');
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
});

test('a decline keeps the form, says why, and leads to the card', async ({ page }) => {
  await fillCheckout(page);
  await pickTestCard(page, 'Insufficient funds');
  await page.getByTestId('pay').click();
  await expect(status(page)).toHaveAttribute('data-reason', 'card_declined');
  await expect(status(page)).toContainText('insufficient funds');
  await expect(field(page, 'cc-number')).toHaveValue('4000 0000 0000 9995');
  await expect(field(page, 'email')).toHaveValue('ada@example.com');
  await status(page).getByRole('button', { name: 'Try another card' }).press('Enter');
  await expect(field(page, 'cc-number')).toBeFocused();
});

test('a card whose answer the processor loses is charged once, and every state is announced once, without the seconds', async ({
  page,
}) => {
  const payments = watchPayments(page);
  await fillCheckout(page);
  await pickTestCard(page, 'answer is lost');
  const announced: string[] = [];
  await page.exposeFunction('noteAnnouncement', (text: string) => announced.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[data-testid="purchase-status"] [role="status"]');
    const note: unknown = Reflect.get(window, 'noteAnnouncement');
    if (!region || typeof note !== 'function') throw new Error('there is no live region');
    new MutationObserver(() => note(region.textContent)).observe(region, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(payments.attempts().length).toBeGreaterThan(1);
  expect(await charges(payments.keys()[0])).toBe(1);
  expect(announced.join('\n')).toMatch(/has not answered yet.*attempt 2 of 5.*You can close this page/);
  expect(new Set(announced).size).toBe(announced.length);
  expect(announced.join('\n')).not.toMatch(/\d+ s\b/);
});

test('a silent processor leaves the payment in doubt, in plain words, and it ends charged once', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const payments = watchPayments(page);
  await fillCheckout(page);
  await pickTestCard(page, 'silent for 30 s');
  await page.getByTestId('pay').click();
  await expect(status(page)).toContainText('You can close this page', { timeout: 30_000 });
  await expect(status(page)).not.toContainText(/not charged|failed|declined/i);
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}/, { timeout: 100_000 });
  await expectPaidOrder(page);
  expect(payments.keys()).toHaveLength(1);
  expect(await charges(payments.keys()[0])).toBe(1);
});
