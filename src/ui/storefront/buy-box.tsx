'use client';

import { useState } from 'react';
import { maxQuantity } from '@/checkout/input';
import { QuantityStepper } from '../primitives/quantity-stepper';
import { AddButton } from './add-button';
import type { ProductToAdd } from './use-add-to-cart';

/** How many, and into the cart with them. */
export function BuyBox({ product }: { readonly product: ProductToAdd }) {
  const [quantity, setQuantity] = useState(1);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {product.available > 0 && (
        <QuantityStepper
          label={product.name}
          value={quantity}
          most={Math.min(product.available, maxQuantity)}
          onChange={setQuantity}
        />
      )}
      <AddButton
        product={product}
        quantity={quantity}
        className="min-w-44 flex-1 text-lg sm:flex-none sm:px-8"
      />
    </div>
  );
}
