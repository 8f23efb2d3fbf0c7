'use client';

import { CategoryFilter } from './category-filter';
import { EmptyShelf } from './empty-shelf';
import { findProducts } from './find-products';
import { ProductCard, type ShelvedProduct } from './product-card';
import { shelfClass } from './product-shelf-skeleton';
import { SearchBox } from './search-box';
import { countWords } from './shelf-words';
import { SortSelect } from './sort-select';
import { useShelfView } from './use-shelf-view';

/** Pictures that are in sight when the page opens. */
const firstRow = 4;

/** The shop's things, as the address wants to see them: searched, of one category, sorted. */
export function ProductShelf({ products }: { readonly products: readonly ShelvedProduct[] }) {
  const categories = [...new Set(products.map((product) => product.category))];
  const { view, type, settle, choose } = useShelfView(categories);
  const shown = findProducts(products, view);
  return (
    <section aria-label="Products">
      <SearchBox view={view} onType={type} onSettle={settle} />
      <CategoryFilter categories={categories} view={view} onChoose={(category) => choose({ category })} />
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3">
        <p role="status" className="min-w-0 text-muted wrap-anywhere" data-testid="count">
          {countWords(shown.length, view)}
        </p>
        <SortSelect sort={view.sort} onChoose={(sort) => choose({ sort })} />
      </div>
      {shown.length === 0 ? (
        <EmptyShelf
          view={view}
          elsewhere={findProducts(products, { ...view, category: null }).length}
          onChoose={choose}
        />
      ) : (
        <ul className={shelfClass}>
          {shown.map((product, index) => (
            <li key={product.id}>
              <ProductCard product={product} isFirst={index < firstRow} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
