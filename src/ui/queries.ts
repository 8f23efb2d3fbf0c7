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
import { defaultShippingOptionId, type Quote } from '@/checkout/quote';
import { trpc } from '@/trpc/client';
import { bounded } from './bounded';
import {
  cartChange,
  cartKey,
  cartQuery,
  changedWithin,
  quantityChange,
  setItemKey,
  showQuantity,
} from './cart/cart-changes';
import type { LineOfProduct } from './cart/with-quantity';
import { isMoving } from './order/is-moving';

/** Everything the browser reads of its shopper, and how it changes the cart. How it is repeated: `query-client.ts`. */

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

/** The quote that a page was sent with: of one cart, with the usual way of shipping. */
export interface QuoteOfPage {
  readonly cartId: string;
  readonly quote: Quote;
}

/** The quote of a cart. While another way of shipping is being priced, the last quote stays, as a placeholder. */
export function useQuote(
  cart: CartView,
  shippingOptionId: PayInput['shippingOptionId'],
  ofPage: QuoteOfPage | undefined,
) {
  const isOfPage =
    ofPage?.cartId === cart.id &&
    ofPage.quote.cartVersion === cart.version &&
    shippingOptionId === defaultShippingOptionId;
  return useQuery({
    ...quoteQuery(cart, shippingOptionId),
    placeholderData: keepPreviousData,
    ...(isOfPage && { initialData: ofPage.quote }),
  });
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

/** Sets how many of a product are in the cart. The page shows it at once. */
export function useSetQuantity() {
  const client = useQueryClient();
  const { mutate, isError } = useMutation(quantityChange(client));
  const set = (product: LineOfProduct, quantity: number): void =>
    mutate(showQuantity(client, product, quantity));
  return { set, isError };
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

/** Reads the cart, its quote and the orders again: a purchase has changed them, or was refused because they had changed. */
export function useRefreshCart(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const changed = [cartKey, ['quote'], ['orders']];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client]);
}
