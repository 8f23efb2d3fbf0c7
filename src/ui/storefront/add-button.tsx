'use client';

import { Check, Plus } from 'lucide-react';
import { Button } from '../primitives/button';
import { type Addition, type ProductToAdd, useAddToCart } from './use-add-to-cart';

const words: Readonly<Record<Addition, string>> = {
  idle: 'Add to cart',
  added: 'Added',
  no_more: 'No more left',
  failed: 'Try again',
};

/** Adds a product to the cart and says so, on the button and to a screen reader. */
export function AddButton({
  product,
  quantity = 1,
  size = 'medium',
  className,
}: {
  readonly product: ProductToAdd;
  readonly quantity?: number;
  readonly size?: 'small' | 'medium';
  readonly className?: string;
}) {
  const { addToCart, prepare, addition } = useAddToCart(product);
  const isSoldOut = product.available === 0;
  const Icon = addition === 'added' ? Check : Plus;
  return (
    <>
      <Button
        size={size}
        look={isSoldOut ? 'secondary' : 'primary'}
        disabled={isSoldOut}
        data-testid="add-to-cart"
        aria-label={isSoldOut ? `Sold out: ${product.name}` : `Add to cart: ${product.name}`}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget }) => addToCart(quantity, currentTarget)}
        {...(className && { className })}
      >
        {!isSoldOut && <Icon aria-hidden className="size-5" strokeWidth={2.6} />}
        {isSoldOut ? 'Sold out' : words[addition]}
      </Button>
      <span role="status" className="sr-only">
        {addition !== 'idle' && `${product.name}: ${words[addition]}`}
      </span>
    </>
  );
}
