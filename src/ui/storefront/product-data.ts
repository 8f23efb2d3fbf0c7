import type { ProductView } from '@/checkout/catalog';
import { decimalAmount } from '@/platform/money';

/**
 * What search engines are told of a product: schema.org's `Product` with one `Offer`, in the currency that the page shows.
 * `origin` is the shop's own address.
 */
export function productData(product: ProductView, origin: string): object {
  const url = new URL(`/products/${product.slug}`, origin).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    category: product.category,
    sku: product.slug,
    url,
    image: [product.image, ...product.gallery.map(([image]) => image)].map(
      (image) => new URL(image, origin).href,
    ),
    additionalProperty: product.specs.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
    offers: {
      '@type': 'Offer',
      url,
      price: decimalAmount(product.price),
      priceCurrency: product.price.currency,
      availability: `https://schema.org/${product.available > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** JSON for inside of a `script` element: no text of a product can end the element. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
