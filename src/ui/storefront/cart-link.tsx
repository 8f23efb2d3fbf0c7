'use client';

import { ShoppingBasket } from 'lucide-react';
import Link from 'next/link';
import type { CartView } from '@/checkout/cart';
import { useShowCart } from '../cart/cart-drawer-host';
import { useKnownCart } from '../cart/known-cart';

/**
 * The way to the cart, with the number of things in it once that is known. A plain press opens the cart over the page; in
 * another tab, or without JavaScript, it is a link to the cart's page.
 */
export function CartLink() {
  const cart = useKnownCart();
  const { show, prepare } = useShowCart();
  const count = cart === undefined ? undefined : countOf(cart);
  return (
    <Link
      href="/cart"
      data-testid="cart-count"
      data-count={count}
      onPointerEnter={prepare}
      onFocus={prepare}
      onNavigate={(event) => {
        event.preventDefault();
        show();
      }}
      className="key key-sun inline-flex min-h-11 items-center gap-2 rounded-xl px-3 font-bold [--depth:4px] sm:px-4"
    >
      <ShoppingBasket aria-hidden className="size-5" strokeWidth={2.4} />
      <span className="sr-only sm:not-sr-only">Cart</span>
      {/* The key makes a changed count a new element, which pops. */}
      <span key={count} className="min-w-[2ch] animate-[pop_220ms_ease-out] text-center tabular-nums">
        {count ?? <span aria-hidden>·</span>}
      </span>
      {count !== undefined && <span className="sr-only">{count === 1 ? 'thing in it' : 'things in it'}</span>}
    </Link>
  );
}

function countOf(cart: CartView | null): number {
  return cart?.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
}
