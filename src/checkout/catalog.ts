import type { Product } from '@prisma-client/client';
import { z } from 'zod';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';

/** A product as the shop shows it. */
export interface ProductView {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly category: string;
  readonly price: Money;
  readonly image: string;
  readonly imageAlt: string;
  readonly accent: string;
  readonly specs: readonly (readonly [label: string, value: string])[];
  /** Units that can be bought now. */
  readonly available: number;
}

const specs = z.array(z.tuple([z.string(), z.string()]));

function view(product: Product): ProductView {
  const { id, slug, name, tagline, description, category, image, imageAlt, accent } = product;
  return {
    id,
    slug,
    name,
    tagline,
    description,
    category,
    price: money(product.priceAmount, product.currency),
    image,
    imageAlt,
    accent,
    specs: specs.parse(product.specs),
    available: product.stock,
  };
}

/** Everything on sale, in the shop's order. */
export async function listProducts(): Promise<ProductView[]> {
  const products = await prisma().product.findMany({ orderBy: { sortOrder: 'asc' } });
  return products.map(view);
}

/** One product by its address, or null. */
export async function findProduct(slug: string): Promise<ProductView | null> {
  const product = await prisma().product.findUnique({ where: { slug } });
  return product && view(product);
}
