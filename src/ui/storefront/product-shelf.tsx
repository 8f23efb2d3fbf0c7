'use client';

import { useSearchParams } from 'next/navigation';
import { CategoryFilter } from './category-filter';
import { ProductCard, type ShelvedProduct } from './product-card';
import { shelfClass } from './product-shelf-skeleton';

/** Pictures that are in sight when the page opens. */
const firstRow = 4;

/** All products, or those of the category that the address names. A category that there is not shows everything. */
export function ProductShelf({ products }: { readonly products: readonly ShelvedProduct[] }) {
  const categories = [...new Set(products.map((product) => product.category))];
  const wanted = useSearchParams().get('category');
  const chosen = categories.find((category) => category === wanted) ?? null;
  const shown = products.filter((product) => chosen === null || product.category === chosen);
  return (
    <section aria-label="Products">
      <CategoryFilter categories={categories} chosen={chosen} />
      <p role="status" className="sr-only">
        {shown.length} products
      </p>
      <ul className={shelfClass}>
        {shown.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} isFirst={index < firstRow} />
          </li>
        ))}
      </ul>
    </section>
  );
}
