import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { productData, scriptJson } from '@/ui/storefront/product-data';
import { ProductDetails } from '@/ui/storefront/product-details';
import { RelatedProducts } from '@/ui/storefront/related-products';
import { relatedTo } from '@/ui/storefront/related-to';
import { readProduct, readProducts } from '../../catalogue-of-request';
import { siteOrigin } from '../../site-origin';

export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ slug: string }>;
}

/** As many as stand in one row. */
const relatedCount = 4;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await readProduct((await params).slug);
  if (!product) return { title: 'Not found' };
  return {
    title: product.name,
    description: `${product.tagline} ${product.description}`,
    alternates: { canonical: `/products/${product.slug}` },
  };
}

export default async function Page({ params }: Props) {
  const product = await readProduct((await params).slug);
  if (!product) notFound();
  const related = relatedTo(product, await readProducts(), relatedCount);
  return (
    <>
      <ProductDetails product={product} />
      <RelatedProducts products={related} />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element, of the shop's own catalogue.
        dangerouslySetInnerHTML={{ __html: scriptJson(productData(product, await siteOrigin())) }}
      />
    </>
  );
}
