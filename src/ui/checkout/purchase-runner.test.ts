import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PayInput } from '@/checkout/input';
import { createClient } from '@/trpc/client';
import { PurchaseRunner } from './purchase-runner';
import { PurchaseStorage } from './purchase-storage';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const input: PayInput = {
  cartId: '01a228a4-5c90-7505-9c64-ac34415755fa',
  cartVersion: 1,
  expectedTotal: { amount: 895, currency: 'USD' },
  email: 'ada@example.com',
  shippingAddress: {
    ...{ name: 'Ada L', line1: '1 Bell St', line2: undefined },
    ...{ city: 'Austin', region: undefined, postalCode: '78701', country: 'US' },
  },
  shippingOptionId: 'standard',
  paymentMethodId: 'pm_card_visa',
};

/** A page whose shop cannot be reached, and the moments at which it tried to pay. */
function openPage() {
  const sentAt: number[] = [];
  const client = createClient({
    fetch: (url) => {
      if (String(url).includes('checkout.pay')) sentAt.push(Date.now());
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  const kept = new Map<string, string>();
  const storage = new PurchaseStorage(() => ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }));
  return { sentAt, runner: new PurchaseRunner(new QueryClient(), client, storage) };
}

it('sends each next attempt at the moment that the page has said, the first repeat included', async () => {
  const { sentAt, runner } = openPage();
  const saidAt: number[] = [];
  runner.subscribe(() => {
    const state = runner.getState();
    if (state.phase === 'waiting') saidAt.push(state.nextAttemptAt);
  });
  runner.pay(async () => input);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runner.getState().phase).toBe('checking');
  const [first = 0, ...repeats] = sentAt;
  expect(repeats).toEqual(saidAt);
  expect(repeats).toHaveLength(4);
  expect((repeats[0] ?? 0) - first).toBeGreaterThanOrEqual(500);
});
