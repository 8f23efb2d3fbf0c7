import type { ProductView } from '@/checkout/catalog';

/**
 * Other products to look at: those of the same category first, then the others, each beginning with the one after the
 * product on the shelf and going round, so that every product is somebody's neighbour. What is sold out goes last.
 */
export function relatedTo<Product extends Pick<ProductView, 'id' | 'category' | 'available'>>(
  product: Pick<ProductView, 'id' | 'category'>,
  shelf: readonly Product[],
  most: number,
): Product[] {
  const place = shelf.findIndex(({ id }) => id === product.id);
  const others = [...shelf.slice(place + 1), ...shelf.slice(0, Math.max(place, 0))];
  const rank = (other: Product): number =>
    (other.available === 0 ? 2 : 0) + (other.category === product.category ? 0 : 1);
  return others.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
}
