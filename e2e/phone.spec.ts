import { devices, expect, type Locator, type Page } from '@playwright/test';
import { expectPaidOrder, fillCard, test } from './story';

const phone = { width: 360, height: 740 };

test.use({
  ...{ viewport: phone, hasTouch: true, isMobile: true },
  userAgent: devices['Pixel 7'].userAgent,
});

/** What a finger needs (WCAG 2.2, success criterion 2.5.8), and what it hits without looking, in pixels. */
const leastTarget = 24;
const goodTarget = 44;

/** The page does not scroll sideways, and everything on it that can be pressed is big enough for a finger. */
async function expectToFitAPhone(page: Page): Promise<void> {
  const { width, small } = await page.evaluate((least) => {
    const small = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, [role="tab"]')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => {
        // A label is pressed for its field, a link in a sentence is as high as its line, and a finger has no use for a skip link.
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
        const isInSentence = target.tagName === 'A' && getComputedStyle(target).display === 'inline';
        const isForKeys = target.matches('[href="#content"], [aria-hidden="true"]');
        return Math.min(width, height) < least && !isInSentence && !isForKeys;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
    // A phone shows a page that is too wide as a whole, only smaller, so its window grows along.
    return { width: document.scrollingElement?.scrollWidth, small };
  }, leastTarget);
  expect({ width, small }, page.url()).toEqual({ width: phone.width, small: [] });
}

/** Presses what leads on, which is to be hit without looking. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  expect(Math.min(width, height), `${target}`).toBeGreaterThanOrEqual(goodTarget);
  await target.tap();
}

test('a whole purchase is made on a phone: no page scrolls sideways, and a finger hits everything', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByTestId('cart-count')).toHaveAttribute('data-count', '0');
  await expectToFitAPhone(page);
  await page.getByRole('link', { name: 'Switches' }).tap();
  await page.getByRole('link', { name: 'Rocker Light Switch' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rocker Light Switch');
  await expectToFitAPhone(page);

  await tap(page.getByTestId('add-to-cart').first());
  const drawer = page.getByTestId('cart-drawer');
  await expect(drawer).toContainText('is in your cart');
  await expect(drawer).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
  await expectToFitAPhone(page);
  await tap(drawer.getByRole('button', { name: /^One more/ }));
  await expect(page.getByTestId('cart-count')).toHaveAttribute('data-count', '2');
  await tap(drawer.getByRole('link', { name: 'To the cart' }));
  await expect(page.getByRole('heading', { name: 'Your cart', level: 1 })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expectToFitAPhone(page);
  await tap(page.getByRole('link', { name: 'To the checkout' }));

  await tap(page.getByTestId('pay'));
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await expectToFitAPhone(page);
  const values = {
    ...{ email: `${'a'.repeat(50)}@example.com`, 'shipping name': 'Wolfeschlegelsteinhausen'.repeat(2) },
    ...{
      'shipping address-line1': 'Donaudampfschifffahrtsgesellschaft 1',
      'shipping address-level2': 'Austin',
    },
    'shipping postal-code': '78701',
  };
  for (const [autocomplete, value] of Object.entries(values))
    await page.locator(`[autocomplete="${autocomplete}"]`).fill(value);
  await fillCard(page, 'declined');
  await tap(page.getByTestId('pay'));
  await expect(page.getByTestId('purchase-status')).toHaveAttribute('data-reason', 'card_declined');
  await expectToFitAPhone(page);
  await fillCard(page, 'good');
  await tap(page.getByTestId('pay'));
  await expectPaidOrder(page);
  await expectToFitAPhone(page);
  await page.getByRole('link', { name: 'Orders' }).tap();
  await expect(page.getByTestId('order-row')).toHaveCount(2);
  await expectToFitAPhone(page);
});
