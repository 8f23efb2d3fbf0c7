import {
  MutationObserver,
  type MutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { CartView } from '@/checkout/cart';
import type { Currency } from '@/platform/currencies';
import { read } from '@/retry';
import { trpc } from '@/trpc/client';
import { attemptSignal } from '../attempts';
import { bounded } from '../bounded';
import { type LineOfProduct, withQuantity } from './with-quantity';

/** How the cart is read and changed. How that is repeated: `query-client.ts`. */

export const cartKey = ['cart'] as const;

export const cartQuery = queryOptions({
  queryKey: cartKey,
  queryFn: ({ signal }): Promise<CartView> => trpc.cart.get.query(undefined, bounded(signal)),
});

export const setItemKey = ['cart', 'setItem'] as const;

/**
 * Changes of the cart go one after the other, in the order they were made. Each may be repeated, for as long as a read: what was
 * held back while the page was hidden must not undo hours later what the shopper has done elsewhere.
 */
export const cartChange = { scope: { id: 'cart' } } as const;

/** @param pressedAt in Unix time */
export function changedWithin(pressedAt: number): { signal: AbortSignal } {
  return { signal: attemptSignal(read, pressedAt) };
}

interface QuantityChange {
  readonly productId: string;
  readonly quantity: number;
  /** In Unix time. */
  readonly pressedAt: number;
  /** The cart to go back to. */
  readonly before: CartView | undefined;
}

/** Sets how many of a product are in the cart. When it cannot be done, the page goes back to what the cart really holds. */
export function quantityChange(client: QueryClient): MutationOptions<CartView, Error, QuantityChange> {
  return {
    ...cartChange,
    mutationKey: setItemKey,
    mutationFn: async ({ productId, quantity, pressedAt }) =>
      trpc.cart.setItem.mutate({ productId, quantity }, changedWithin(pressedAt)),
    onSuccess: (cart) => {
      // An earlier answer must not undo what a later press has shown already.
      if (client.isMutating({ mutationKey: setItemKey }) === 1) client.setQueryData(cartKey, cart);
    },
    onError: (_error, { before }) => {
      client.setQueryData(cartKey, before);
      return client.invalidateQueries({ queryKey: cartKey });
    },
  };
}

/** Shows a quantity at once; what is to be sent for it. */
export function showQuantity(client: QueryClient, product: LineOfProduct, quantity: number): QuantityChange {
  void client.cancelQueries({ queryKey: cartKey });
  const before = client.getQueryData(cartQuery.queryKey);
  if (before) client.setQueryData(cartQuery.queryKey, withQuantity(before, product, quantity));
  return { productId: product.productId, quantity, pressedAt: Date.now(), before };
}

/** The cart that came with the page (`shop-client.ts`) may lack what the last page had just sent: nothing is added to it before it was read. */
function untilRead({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number {
  return state.dataUpdatedAt === 0 ? 0 : Number.POSITIVE_INFINITY;
}

/**
 * Adds to what the cart holds now, up to `most`, and shows it at once. Resolves with the change that is on its way then, or
 * with null where there was nothing to add.
 */
export async function addToCart(
  client: QueryClient,
  product: LineOfProduct,
  quantity: number,
  most: number,
): Promise<{ readonly sent: Promise<unknown> } | null> {
  const held = await client.fetchQuery({ ...cartQuery, staleTime: untilRead });
  // Another press may have changed it since.
  const { lines } = client.getQueryData(cartQuery.queryKey) ?? held;
  const before = lines.find((line) => line.productId === product.productId)?.quantity ?? 0;
  const wanted = Math.min(before + quantity, most);
  if (wanted <= before) return null;
  const change = showQuantity(client, product, wanted);
  return { sent: new MutationObserver(client, quantityChange(client)).mutate(change) };
}

/** Prices the cart, and from then on the shop, in another currency. */
export async function setCurrency(client: QueryClient, currency: Currency): Promise<void> {
  const pressedAt = Date.now();
  const change: MutationOptions<CartView> = {
    ...cartChange,
    mutationKey: ['cart', 'setCurrency'],
    mutationFn: async () => trpc.cart.setCurrency.mutate({ currency }, changedWithin(pressedAt)),
    onSuccess: (cart) => client.setQueryData(cartKey, cart),
  };
  await new MutationObserver(client, change).mutate();
}
