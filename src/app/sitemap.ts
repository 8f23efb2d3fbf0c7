import type { MetadataRoute } from 'next';
import { listProducts } from '@/checkout/catalog';
import { addressOf } from '@/ui/storefront/shelf-view';
import { siteOrigin } from './site-origin';

export const dynamic = 'force-dynamic';

/** The shop, its categories and its products. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [origin, products] = await Promise.all([siteOrigin(), listProducts()]);
  const categories = [null, ...new Set(products.map((product) => product.category))];
  return [
    ...categories.map((category) => addressOf({ query: '', category, sort: 'featured' })),
    ...products.map((product) => `/products/${product.slug}`),
  ].map((path) => ({ url: new URL(path, origin).href }));
}
