import { QueryClient } from '@tanstack/react-query';
import type { PayInput } from '@/checkout/input';
import { createClient } from '@/trpc/client';
import { PurchaseRunner } from '../purchase-runner';
import { PurchaseStorage, type TabStorage } from '../purchase-storage';

/** What a press of Pay in such a page buys. */
export const input: PayInput = {
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

/** What the shop answers to each call; null: nothing, the connection fails. */
interface Shop {
  /** Data of a success, or a whole answer; a promise keeps the page waiting. */
  pay: unknown;
  close: unknown;
  cart: unknown;
}

export const paid = { orderId: 'order-1' };
export const cartAt = (version: number) => ({ id: input.cartId, version });

function tabStorage(): TabStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** A page, what it has sent, and the shop it talks to, which cannot be reached at first. */
export function openPage(tab = tabStorage()) {
  const shop: Shop = { pay: null, close: null, cart: cartAt(input.cartVersion) };
  const pays: { key: string | null; attempt: string | null; timeoutMs: number; at: number }[] = [];
  const asked: string[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      const path = /trpc\/([\w.]+)/.exec(String(url))?.[1] ?? '';
      asked.push(path);
      const headers = new Headers(init?.headers as HeadersInit); // tRPC's own type is for any runtime
      if (path === 'checkout.pay') {
        const timeoutMs = Number(headers.get('x-timeout-ms'));
        pays.push({
          key: headers.get('idempotency-key'),
          attempt: headers.get('x-attempt'),
          timeoutMs,
          at: Date.now(),
        });
      }
      const data = path === 'checkout.pay' ? shop.pay : path === 'checkout.close' ? shop.close : shop.cart;
      if (data === null) throw new TypeError('fetch failed');
      if (data instanceof Response) return data.clone();
      const answer = { result: { data: await data } };
      return Response.json(path === 'cart.get' ? [answer] : answer);
    },
  });
  const queryClient = new QueryClient();
  queryClient.mount(); // as the page's provider does: it wakes what was paused
  const runner = new PurchaseRunner(queryClient, client, new PurchaseStorage(() => tab));
  const changeCart = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationKey: ['cart', 'setItem'], mutationFn: async () => null })
      .execute(undefined);
  return { tab, shop, pays, asked, runner, changeCart, pay: () => runner.pay(async () => input) };
}
