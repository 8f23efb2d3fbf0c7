import { type CardProduct, ProductCard } from './product-card';

/** Other things of the shop, in one row, which a phone scrolls. */
export function RelatedProducts({ products }: { readonly products: readonly CardProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-8 border-t-2 border-line pt-8">
      <h2 id="related" className="mb-5 text-3xl">
        Also good to press
      </h2>
      <ul className="relative -mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-3 sm:mx-0 sm:scroll-px-0 sm:px-0 lg:grid lg:grid-cols-4 lg:gap-5">
        {products.map((product) => (
          <li key={product.id} className="w-64 shrink-0 snap-start lg:w-auto">
            <ProductCard product={product} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
