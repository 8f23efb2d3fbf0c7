import { Hero } from '@/ui/storefront/hero';
import { ProductShelfSkeleton } from '@/ui/storefront/product-shelf-skeleton';

export default function Loading() {
  return (
    <>
      <Hero />
      <ProductShelfSkeleton />
    </>
  );
}
