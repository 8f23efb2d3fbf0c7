'use client';

import { Button, ButtonLink } from '../primitives/button';
import type { OrderOfShopper } from '../queries';
import { useCart, useSetQuantity } from '../queries';

/**
 * The way on from an order that was cancelled. Its cart is open again, unless the shopper has a newer one: then the lines can
 * be put into that.
 */
export function BackToCart({ order }: { readonly order: OrderOfShopper }) {
  const { data: cart } = useCart();
  const { set } = useSetQuantity();
  const missing = order.lines.filter(
    ({ productId }) => cart && !cart.lines.some((line) => line.productId === productId),
  );
  return (
    <div className="mt-1 flex flex-wrap gap-3">
      <ButtonLink href="/cart" size="small">
        Back to the cart
      </ButtonLink>
      {missing.length > 0 && (
        <Button
          look="secondary"
          size="small"
          onClick={() => {
            for (const line of missing) set({ ...line, available: line.quantity }, line.quantity);
          }}
        >
          Put it all into the cart
        </Button>
      )}
    </div>
  );
}
