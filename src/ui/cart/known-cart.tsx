'use client';

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import type { CartView } from '@/checkout/cart';

/** `null`: the shopper has none yet. `undefined`: it could not be read in time. */
export type CartOfPage = CartView | null | undefined;

/**
 * The cart as this page knows it: as it came with the page, and from then on as the page's client holds it (`shop-client.ts`). What only
 * shows the cart needs no more than this, and no code for reading it.
 */
export class KnownCart {
  readonly #listeners = new Set<() => void>();
  #cart: CartOfPage;

  /** @param first as it came with the page */
  constructor(readonly first: CartOfPage) {
    this.#cart = first;
  }

  getCart = (): CartOfPage => this.#cart;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  learn(cart: CartView): void {
    if (cart === this.#cart) return;
    this.#cart = cart;
    for (const listener of this.#listeners) listener();
  }
}

const Known = createContext(new KnownCart(undefined));

export function KnownCartProvider({
  cart,
  children,
}: {
  readonly cart: CartOfPage;
  readonly children: ReactNode;
}) {
  const [known] = useState(() => new KnownCart(cart));
  return <Known value={known}>{children}</Known>;
}

export function useKnown(): KnownCart {
  return useContext(Known);
}

/** The cart, for what only shows it. */
export function useKnownCart(): CartOfPage {
  const known = useKnown();
  return useSyncExternalStore(known.subscribe, known.getCart, () => known.first);
}
