'use client';

import { useState } from 'react';
import type { ProductView } from '@/checkout/catalog';
import { maxQuantity } from '@/checkout/input';
import { QuantityStepper } from '../primitives/quantity-stepper';
import { AddButton } from './add-button';

/** How many, and into the cart with them. */
export function BuyBox({ product }: { readonly product: Pick<ProductView, 'id' | 'name' | 'available'> }) {
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
      <AddButton product={product} quantity={quantity} className="min-w-44 flex-1 text-lg sm:flex-none sm:px-8" />
    </div>
  );
}
