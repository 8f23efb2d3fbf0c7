'use client';

import { useEffect, useRef, useState } from 'react';
import type { ProductView } from '@/checkout/catalog';
import { maxQuantity } from '@/checkout/max-quantity';
import { useShowAddition } from '../cart/cart-drawer-host';
import { useCartChanges } from '../cart/use-cart-changes';

/** How long the button says what the press has done, in milliseconds. */
const shownForMs = 1_600;

/** What is needed of a product to show it in the cart at once. */
export type ProductToAdd = Pick<
  ProductView,
  'id' | 'slug' | 'name' | 'image' | 'accent' | 'price' | 'available'
>;

export type Addition = 'idle' | 'added' | 'no_more' | 'failed';

/** A press of "Add to cart", and what came of it. Every press adds; the page shows it before the shop has answered. */
export function useAddToCart({ id, slug, name, image, accent, price, available }: ProductToAdd) {
  const { add, prepare } = useCartChanges();
  const drawer = useShowAddition();
  const [addition, setAddition] = useState<Addition>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (next: Addition): void => {
    clearTimeout(timer.current);
    setAddition(next);
    timer.current = setTimeout(() => setAddition('idle'), shownForMs);
  };
  const addToCart = (quantity: number, button: Element): void => {
    const line = { productId: id, slug, name, image, accent, available, unitPrice: price };
    add(line, quantity, Math.min(available, maxQuantity)).then(
      (change) => {
        show(change ? 'added' : 'no_more');
        if (change) drawer.show({ name, button, again: () => addToCart(quantity, button) });
        change?.sent.catch(() => show('failed'));
      },
      () => show('failed'),
    );
  };
  return {
    addToCart,
    /** Somebody is about to press. */
    prepare: () => {
      prepare();
      drawer.prepare();
    },
    addition,
  } as const;
}
