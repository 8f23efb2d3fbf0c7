'use client';

import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CartView } from '@/checkout/cart';
import type { PayInput } from '@/checkout/input';
import type { Quote } from '@/checkout/quote';
import type { Currency } from '@/platform/currencies';
import { read } from '@/retry';
import { trpc } from '@/trpc/client';
import { attemptSignal } from './attempts';
import { type LineOfProduct, withQuantity } from './cart/with-quantity';
import { isMoving } from './order/is-moving';

/** Everything the browser reads of its shopper, and how it changes the cart. How it is repeated: `query-client.ts`. */

function bounded(signal: AbortSignal): { signal: AbortSignal } {
  return { signal: AbortSignal.any([signal, AbortSignal.timeout(read.attemptTimeoutMs)]) };
}

const cartKey = ['cart'] as const;

export const cartQuery = queryOptions({
  queryKey: cartKey,
  queryFn: ({ signal }): Promise<CartView> => trpc.cart.get.query(undefined, bounded(signal)),
});

export function useCart() {
  return useQuery(cartQuery);
}

/** What a version of a cart costs with a way of shipping. */
export function quoteQuery(cart: CartView | undefined, shippingOptionId: PayInput['shippingOptionId']) {
  return queryOptions({
    queryKey: ['quote', cart?.id, cart?.version, shippingOptionId] as const,
    queryFn: ({ signal }): Promise<Quote> =>
      trpc.checkout.quote.query({ cartId: cart?.id ?? '', shippingOptionId }, bounded(signal)),
    enabled: cart !== undefined && cart.lines.length > 0,
  });
}

/** The quote of a cart. While another way of shipping is being priced, the last quote stays, as a placeholder. */
export function useQuote(cart: CartView | undefined, shippingOptionId: PayInput['shippingOptionId']) {
  return useQuery({ ...quoteQuery(cart, shippingOptionId), placeholderData: keepPreviousData });
}

export function useOrders() {
  return useQuery({
    queryKey: ['orders'],
    queryFn: ({ signal }) => trpc.orders.list.query(undefined, bounded(signal)),
  });
}

/** The shopper's orders as they arrive here. */
export type OrdersOfShopper = Awaited<ReturnType<typeof trpc.orders.list.query>>;

/** An order as it arrives here. */
export type OrderOfShopper = Awaited<ReturnType<typeof trpc.orders.get.query>>;

/** How often an order that something is happening to is looked at again, in milliseconds. */
const movingEveryMs = 2_000;

/** @param token of the order's link, for whoever is not its shopper */
export function useOrder(orderId: string, token: string | undefined) {
  return useQuery({
    queryKey: ['order', orderId, token],
    queryFn: ({ signal }) => trpc.orders.get.query({ orderId, ...(token && { token }) }, bounded(signal)),
    refetchInterval: ({ state }) => {
      return state.data && isMoving(state.data) ? movingEveryMs : false;
    },
  });
}

const setItemKey = ['cart', 'setItem'] as const;

/**
 * Changes of the cart go one after the other, in the order they were made. Each may be repeated, for as long as a read: what was
 * held back while the page was hidden must not undo hours later what the shopper has done elsewhere.
 */
const cartChange = { scope: { id: 'cart' } } as const;

function changedWithin(pressedAt: number): { signal: AbortSignal } {
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

/**
 * Sets how many of a product are in the cart. The page shows it at once; when it cannot be done, the page goes back to what
 * the cart really holds.
 */
export function useSetQuantity() {
  const client = useQueryClient();
  const mutation = useMutation({
    ...cartChange,
    mutationKey: setItemKey,
    mutationFn: async ({ productId, quantity, pressedAt }: QuantityChange) =>
      trpc.cart.setItem.mutate({ productId, quantity }, changedWithin(pressedAt)),
    onSuccess: (cart) => {
      // An earlier answer must not undo what a later press has shown already.
      if (client.isMutating({ mutationKey: setItemKey }) === 1) client.setQueryData(cartKey, cart);
    },
    onError: (_error, { before }) => {
      client.setQueryData(cartKey, before);
      return client.invalidateQueries({ queryKey: cartKey });
    },
  });
  const set = (product: LineOfProduct, quantity: number): void => {
    void client.cancelQueries({ queryKey: cartKey });
    const before = client.getQueryData(cartQuery.queryKey);
    if (before) client.setQueryData(cartQuery.queryKey, withQuantity(before, product, quantity));
    mutation.mutate({ productId: product.productId, quantity, pressedAt: Date.now(), before });
  };
  /** Adds to what the cart holds now, up to `most`; resolves with whether there was anything to add. */
  const add = async (product: LineOfProduct, quantity: number, most: number): Promise<boolean> => {
    const read = await client.ensureQueryData(cartQuery);
    // Another press may have changed it since.
    const { lines } = client.getQueryData(cartQuery.queryKey) ?? read;
    const held = lines.find((line) => line.productId === product.productId)?.quantity ?? 0;
    const wanted = Math.min(held + quantity, most);
    if (wanted > held) set(product, wanted);
    return wanted > held;
  };
  return { set, add, error: mutation.error, isError: mutation.isError };
}

/** Whether a change of the cart is on its way: its prices are about to be told anew. */
export function useIsCartChanging(): boolean {
  return useMutationState({ filters: { mutationKey: ['cart'], status: 'pending' } }).length > 0;
}

/** Whether the last change of a quantity, wherever on the page it was made, did not get through. */
export function useHasLostChange(): boolean {
  const filters = { mutationKey: setItemKey };
  return useMutationState({ filters, select: ({ state }) => state.status }).at(-1) === 'error';
}

/** Puts a promo code on the cart, or takes it off (`null`). */
export function useApplyPromo() {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    ...cartChange,
    mutationKey: ['cart', 'applyPromo'],
    mutationFn: async ({ code, pressedAt }: { code: string | null; pressedAt: number }) =>
      trpc.cart.applyPromo.mutate({ code }, changedWithin(pressedAt)),
    onSuccess: (cart) => client.setQueryData(cartKey, cart),
  });
  const apply = (code: string | null, onApplied?: () => void): void =>
    mutate({ code, pressedAt: Date.now() }, { onSuccess: () => onApplied?.() });
  return { apply, isPending, error };
}

/** Prices the cart, and from then on the shop, in another currency. */
export function useSetCurrency() {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, isError, variables, reset } = useMutation({
    ...cartChange,
    mutationKey: ['cart', 'setCurrency'],
    mutationFn: async ({ currency, pressedAt }: { currency: Currency; pressedAt: number }) =>
      trpc.cart.setCurrency.mutate({ currency }, changedWithin(pressedAt)),
    onSuccess: (cart) => client.setQueryData(cartKey, cart),
  });
  const set = (currency: Currency, onSet: () => void): void =>
    mutate({ currency, pressedAt: Date.now() }, { onSuccess: onSet });
  return { set, isPending, isSuccess, isError, reset, chosen: isPending ? variables.currency : undefined };
}

/** Reads the cart, its quote and the orders again: a purchase has changed them, or was refused because they had changed. */
export function useRefreshCart(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const changed = [cartKey, ['quote'], ['orders']];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client]);
}
