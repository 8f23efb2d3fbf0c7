'use client';

import { type QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { cartKey, cartQuery } from './cart/cart-changes';
import { type KnownCart, useKnown } from './cart/known-cart';
import { makeQueryClient } from './query-client';

const clients = new WeakMap<KnownCart, QueryClient>();
const reading = new WeakSet<QueryClient>();

/** The page's one cache of what it has read of its shopper. It begins with the cart that came with the page. */
function clientOf(known: KnownCart): QueryClient {
  const made = clients.get(known);
  if (made) return made;
  const client = makeQueryClient();
  // It is shown, and read once more all the same: a change that the last page sent may have arrived after the shop made this one.
  if (known.first) client.setQueryData(cartKey, known.first, { updatedAt: 0 });
  client.getQueryCache().subscribe(() => {
    const cart = client.getQueryData(cartQuery.queryKey);
    if (cart) known.learn(cart);
  });
  clients.set(known, client);
  return client;
}

/** From now on the page goes on reading the cart: when it is seen again, and when the connection is back. */
export function openClient(known: KnownCart): QueryClient {
  const client = clientOf(known);
  if (reading.has(client)) return client;
  reading.add(client);
  client.mount();
  new QueryObserver(client, cartQuery).subscribe(() => {});
  return client;
}

/** What reads and changes by React Query stands inside. Pages of which that is only a part fetch it when it is first wanted. */
export function ShopClient({ children }: { readonly children: ReactNode }) {
  const known = useKnown();
  useEffect(() => void openClient(known), [known]);
  return <QueryClientProvider client={clientOf(known)}>{children}</QueryClientProvider>;
}
