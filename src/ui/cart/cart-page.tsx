'use client';

import { useRef } from 'react';
import type { CartLineView } from '@/checkout/cart';
import { OngoingPurchase } from '../checkout/ongoing-purchase';
import { ErrorPanel } from '../primitives/error-panel';
import { Notice } from '../primitives/notice';
import { useCart, useSetQuantity } from '../queries';
import { useIsAlive } from '../use-is-alive';
import { CartLine } from './cart-line';
import { CartSkeleton } from './cart-skeleton';
import { CartSummary } from './cart-summary';
import { EmptyCart } from './empty-cart';
import { useKnownCart } from './known-cart';
import { UnresolvedNotice } from './unresolved-notice';

export function CartPage() {
  const { data: cart, error, refetch } = useCart();
  const hasNone = useKnownCart() === null;
  const { set, isError } = useSetQuantity();
  const isAlive = useIsAlive();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = (line: CartLineView): void => {
    set(line, 0);
    // The button that was pressed is gone with its line.
    heading.current?.focus();
  };

  return (
    <div className="py-8">
      <h1 ref={heading} tabIndex={-1} className="mb-6 text-4xl outline-none sm:text-6xl">
        Your cart
      </h1>
      <OngoingPurchase />
      {cart?.unresolvedOrderId && <UnresolvedNotice orderId={cart.unresolvedOrderId} />}
      {isError && (
        <div role="alert" className="mb-5">
          <Notice tone="danger" title="That change did not get through.">
            <p>The cart below is what the shop holds. Please try again.</p>
          </Notice>
        </div>
      )}
      {!cart && !error && !hasNone && <CartSkeleton />}
      {!cart && error && (
        <ErrorPanel title="Your cart could not be loaded." onRetry={() => void refetch()}>
          It is safe with the shop. The connection may be slow or gone.
        </ErrorPanel>
      )}
      {(cart ? cart.lines.length === 0 : hasNone && !error) && <EmptyCart />}
      {cart && cart.lines.length > 0 && (
        <fieldset
          role="none"
          disabled={!isAlive}
          className="grid min-w-0 items-start gap-8 lg:grid-cols-[1fr_24rem]"
        >
          <ul className="divide-y-2 divide-line border-y-2 border-line">
            {cart.lines.map((line, index) => (
              <CartLine
                key={line.productId}
                line={line}
                isFirst={index === 0}
                onSet={(quantity) => set(line, quantity)}
                onRemove={() => remove(line)}
              />
            ))}
          </ul>
          <CartSummary cart={cart} />
        </fieldset>
      )}
    </div>
  );
}
