import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findProduct } from '@/checkout/catalog';
import { ProductDetails } from '@/ui/storefront/product-details';

export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ slug: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await findProduct((await params).slug);
  return product ? { title: product.name, description: product.tagline } : { title: 'Not found' };
}

export default async function Page({ params }: Props) {
  const product = await findProduct((await params).slug);
  if (!product) notFound();
  return <ProductDetails product={product} />;
}
