import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** What happens to a page while it pays: lost requests, lost connections, hidden tabs, a shopper elsewhere. */

export const pay = '**/api/trpc/checkout.pay';

/**
 * Loses the first payment request, or its answer once the shop has done the work, together with whatever `also` takes away.
 * Later ones go through.
 */
export async function loseFirst(
  page: Page,
  what: 'request' | 'answer',
  also: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.route(
    pay,
    async (route) => {
      if (what === 'answer') expect((await route.fetch()).status()).toBe(200);
      await also();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
}

/** Says so to the page, as a browser does when another tab is chosen or the screen is locked, and back. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const visibilityState = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

/** Puts one more thing into the shopper's cart without this browser's network: on another device. */
export async function addElsewhere(page: Page, slug: string): Promise<void> {
  const list = await page.request.get('/api/trpc/catalog.list');
  const { result }: { result: { data: { id: string; slug: string }[] } } = await list.json();
  const product = result.data.find((one) => one.slug === slug);
  const response = await page.request.post('/api/trpc/cart.setItem', {
    data: { productId: product?.id, quantity: 1 },
  });
  expect(response.ok()).toBe(true);
}

/**
 * The attempts of a purchase that was found again. A busy machine may have come to a repeat before its first page was gone: it was
 * sent, or only counted.
 */
export function expectOneRepeat(attempts: readonly number[]): void {
  expect([
    [1, 2],
    [1, 2, 2],
    [1, 2, 3],
    [1, 3],
  ]).toContainEqual(attempts);
}
