'use client';

import { useState } from 'react';
import { maxQuantity } from '@/checkout/max-quantity';
import { useKnownCart } from '../cart/known-cart';
import { QuantityStepper } from '../primitives/quantity-stepper';
import { AddButton } from './add-button';
import type { ProductToAdd } from './use-add-to-cart';

/** How many, and into the cart with them. */
export function BuyBox({ product }: { readonly product: ProductToAdd }) {
  const [quantity, setQuantity] = useState(1);
  const most = Math.min(product.available, maxQuantity);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        {product.available > 0 && (
          <QuantityStepper
            label={product.name}
            value={Math.min(quantity, most)}
            most={most}
            onChange={setQuantity}
          />
        )}
        <AddButton
          product={product}
          quantity={Math.min(quantity, most)}
          className="min-w-44 flex-1 text-lg sm:flex-none sm:px-8"
        />
      </div>
      {product.available > 0 && <InCart productId={product.id} most={most} />}
    </div>
  );
}

/** How many are in the cart already. Its line is kept free, so that nothing moves when that is known. */
function InCart({ productId, most }: { readonly productId: string; readonly most: number }) {
  const cart = useKnownCart();
  const held = cart?.lines.find((line) => line.productId === productId)?.quantity ?? 0;
  return (
    <p className="mt-3 min-h-6 text-muted" data-testid="in-cart">
      {held > 0 && `${held} in your cart${held >= most ? ', which is all there can be' : ''}.`}
    </p>
  );
}
