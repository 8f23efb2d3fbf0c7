import { cache } from 'react';
import { type CartView, findCart } from '@/checkout/cart';
import { readForPage } from './read-for-page';
import { shopperOfRequest } from './shopper-of-request';

/**
 * The cart that a page is sent with; null for a shopper who has none yet. Undefined when it could not be read in time: then
 * the page asks for it. A page and its layout read it once.
 */
export const cartOfRequest = cache(async (): Promise<CartView | null | undefined> => {
  const shopperId = await shopperOfRequest();
  return shopperId === null ? null : readForPage(() => findCart(shopperId));
});
