import { listProducts } from '@/checkout/catalog';
import { Hero } from '@/ui/storefront/hero';
import { ProductShelf } from '@/ui/storefront/product-shelf';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const products = await listProducts();
  return (
    <>
      <Hero />
      <ProductShelf
        products={products.map(({ description: _description, specs: _specs, ...product }) => product)}
      />
    </>
  );
}
