'use client';

import { useState } from 'react';
import type { CartView } from '@/checkout/cart';
import { EmptyCart } from '../cart/empty-cart';
import { UnresolvedNotice } from '../cart/unresolved-notice';
import { ErrorPanel } from '../primitives/error-panel';
import { type QuoteOfPage, useCart } from '../queries';
import { CheckoutForm } from './checkout-form';
import { CheckoutSkeleton } from './checkout-skeleton';
import { FoundPurchase } from './found-purchase';
import { isHeld } from './pay-button';
import type { Processor } from './payment-method';
import type { PurchaseState } from './purchase-state';
import { useOutcome } from './use-outcome';
import { usePurchase } from './use-purchase';

export function CheckoutPage({
  processor,
  isDemo,
  quoteOfPage,
}: {
  readonly processor: Processor;
  readonly isDemo: boolean;
  readonly quoteOfPage: QuoteOfPage | undefined;
}) {
  const { state, pay, giveUp, reset } = usePurchase();
  const { data: cart, error, refetch } = useCart();
  const shown = useCartAtRest(cart, state);
  const [hasPressed, setHasPressed] = useState(false);
  useOutcome(state);

  const isFound = state.phase !== 'idle' && !hasPressed;
  const isEmpty = cart?.lines.length === 0 && !isHeld(state);
  return (
    <div className="py-8">
      <h1 className="mb-6 text-4xl sm:text-6xl">Checkout</h1>
      {state.phase === 'idle' && cart?.unresolvedOrderId && (
        <UnresolvedNotice orderId={cart.unresolvedOrderId} />
      )}
      {isFound && <FoundPurchase state={state} onGiveUp={giveUp} onReset={reset} />}
      {!isFound && isEmpty && <EmptyCart />}
      {!isFound && !isEmpty && shown && (
        <CheckoutForm
          cart={shown}
          quoteOfPage={quoteOfPage}
          processor={processor}
          isDemo={isDemo}
          state={state}
          onPay={(prepare) => {
            setHasPressed(true);
            pay(prepare);
          }}
          onGiveUp={giveUp}
          onReset={reset}
        />
      )}
      {!isFound && !cart && !error && <CheckoutSkeleton />}
      {!isFound && !cart && error && (
        <ErrorPanel title="Your cart could not be loaded." onRetry={() => void refetch()}>
          It is safe with the shop. The connection may be slow or gone.
        </ErrorPanel>
      )}
    </div>
  );
}

/** The cart as it was when no purchase was under way: while it is being paid, the page goes on showing what is paid. */
function useCartAtRest(cart: CartView | undefined, state: PurchaseState): CartView | undefined {
  const [shown, setShown] = useState<CartView>();
  if (cart && cart !== shown && !isHeld(state)) setShown(cart);
  return shown;
}
