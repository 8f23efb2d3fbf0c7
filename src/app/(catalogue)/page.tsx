import type { Metadata } from 'next';
import { wordsOf } from '@/ui/storefront/find-products';
import { Hero } from '@/ui/storefront/hero';
import { ProductShelf } from '@/ui/storefront/product-shelf';
import { addressOf } from '@/ui/storefront/shelf-view';
import { readProducts } from '../catalogue-of-request';

export const dynamic = 'force-dynamic';

/** Searches and orders are views of the same page; a category is one of its own. */
export async function generateMetadata({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}): Promise<Metadata> {
  const { category: wanted } = await searchParams;
  const products = await readProducts();
  const category = products.find((product) => product.category === wanted)?.category ?? null;
  return {
    ...(category !== null && { title: category }),
    alternates: { canonical: addressOf({ query: '', category, sort: 'featured' }) },
  };
}

export default async function Page() {
  const products = await readProducts();
  return (
    <>
      <Hero />
      <ProductShelf
        products={products.map(({ description, specs: _specs, gallery: _gallery, ...product }) => ({
          ...product,
          words: wordsOf(description),
        }))}
      />
    </>
  );
}
