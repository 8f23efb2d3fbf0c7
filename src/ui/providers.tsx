'use client';

import { type ReactNode, useEffect } from 'react';
import { type CartOfPage, KnownCartProvider } from './cart/known-cart';
import { useFreshCart } from './cart/use-cart-changes';

/**
 * What every page needs around it: the cart as it is known.
 *
 * @param cart as the shop held it when it made the page
 */
export function Providers({ cart, children }: { readonly cart: CartOfPage; readonly children: ReactNode }) {
  useEffect(() => {
    addEventListener('pageshow', readAgain);
    return () => removeEventListener('pageshow', readAgain);
  }, []);
  return (
    <KnownCartProvider cart={cart}>
      <FreshCart />
      {children}
    </KnownCartProvider>
  );
}

function FreshCart(): null {
  useFreshCart();
  return null;
}

/**
 * A page out of the back/forward cache shows, and goes on with, what was true when it was left: it is loaded again. Being
 * `no-store` keeps a page out of it as a rule only; Chromium takes some in all the same.
 */
function readAgain({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}
