import { expect, type Page, type Request } from '@playwright/test';

/** What every story needs: a shopper at the checkout, and the processor's own word on what was charged. */

const cards = { good: '4242424242424242', declined: '4000000000000002' } as const;

export async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`);
  await page.getByTestId('add-to-cart').first().click();
  await expect(page.getByTestId('cart-count')).toContainText('1');
}

/** Fills the checkout page, up to the press of Pay. */
export async function fillCheckout(page: Page, card: keyof typeof cards = 'good'): Promise<void> {
  await page.goto('/checkout');
  const values = {
    email: 'ada@example.com',
    'shipping name': 'Ada Lovelace',
    'shipping address-line1': '1 Bell Street',
    'shipping postal-code': '78701',
    'shipping address-level2': 'Austin',
  };
  for (const [autocomplete, value] of Object.entries(values)) {
    await page.locator(`[autocomplete="${autocomplete}"]`).fill(value);
  }
  await fillCard(page, card);
  await expect(page.getByTestId('total')).toBeVisible();
}

export async function fillCard(page: Page, card: keyof typeof cards): Promise<void> {
  await page.locator('[autocomplete="cc-number"]').fill(cards[card]);
  await page.locator('[autocomplete="cc-exp"]').fill('12/34');
  await page.locator('[autocomplete="cc-csc"]').fill('123');
}

/** What the browser sent: keys and attempts of every payment request of the page. */
export function watchPayments(page: Page): {
  readonly keys: () => string[];
  readonly attempts: () => number[];
} {
  const sent: Request[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('/api/trpc/checkout.pay')) sent.push(request);
  });
  return {
    keys: () => [...new Set(sent.map((request) => JSON.parse(request.headers()['idempotency-key'] ?? '""')))],
    attempts: () => sent.map((request) => Number(request.headers()['x-attempt'])),
  };
}

/** How often the processor charged for a key. */
export async function charges(key: string | undefined): Promise<number> {
  const response = await fetch(`${processorUrl()}/_simulator/books`);
  const books: { charges: { status: string; metadata: Record<string, string> }[] } = await response.json();
  return books.charges.filter(({ status, metadata }) => status === 'captured' && metadata.key === key).length;
}

/** Lets the processor answer that much later; its work is done before. */
export async function slowProcessor(latencyMs: number): Promise<void> {
  const response = await fetch(`${processorUrl()}/_simulator/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ latencyMs }),
  });
  expect(response.ok).toBe(true);
}

function processorUrl(): string {
  return process.env.E2E_PROCESSOR_URL ?? '';
}

/** The page of a paid order; returns its address without the query. */
export async function expectPaidOrder(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}/);
  await expect(page.getByTestId('order')).toHaveAttribute('data-status', 'paid');
  return new URL(page.url()).pathname;
}

/** Notes everything that the purchase's display says, however short it is shown: its phase, then its words. */
export async function noteDisplay(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('noteDisplay', (text: string) => seen.push(text));
  await page.evaluate(() => {
    const display = document.querySelector<HTMLElement>('[data-testid="purchase-status"]');
    const note: unknown = Reflect.get(window, 'noteDisplay');
    if (!display || typeof note !== 'function') throw new Error('there is no display');
    new MutationObserver(() => note(`${display.dataset.phase}: ${display.textContent}`)).observe(display, {
      attributes: true,
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return seen;
}
