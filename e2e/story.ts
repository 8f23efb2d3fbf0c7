import { test as base, expect, type Page, type Request } from '@playwright/test';

/** What every story needs: a shopper at the checkout, and the processor's own word on what was charged. */

/** A failed request is written there by the browser itself, whatever the page makes of it. */
const failedRequest = /^Failed to load resource/;

/** A story fails by whatever its pages throw and nobody catches, rejections included, and by every complaint in their console. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        const isComplaint = message.type() === 'error' && !failedRequest.test(message.text());
        if (isComplaint) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

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

/** What the browser sent, by all of its pages: keys, attempts and patience of every payment request, and the questions after its end. */
export function watchPayments(page: Page): {
  readonly keys: () => string[];
  readonly attempts: () => number[];
  readonly timeoutsMs: () => number[];
  readonly closes: () => number;
} {
  const sent: Request[] = [];
  let closes = 0;
  page.context().on('request', (request) => {
    if (request.url().includes('/api/trpc/checkout.pay')) sent.push(request);
    if (request.url().includes('/api/trpc/checkout.close')) closes += 1;
  });
  return {
    keys: () => [...new Set(sent.map((request) => JSON.parse(request.headers()['idempotency-key'] ?? '""')))],
    attempts: () => sent.map((request) => Number(request.headers()['x-attempt'])),
    timeoutsMs: () => sent.map((request) => Number(request.headers()['x-timeout-ms'])),
    closes: () => closes,
  };
}

/** The shopper's orders as the shop tells them, whether or not the browser has a connection: their states, newest first. */
export async function orders(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/trpc/orders.list');
  const { result }: { result: { data: { status: string }[] } } = await response.json();
  return result.data.map(({ status }) => status);
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
