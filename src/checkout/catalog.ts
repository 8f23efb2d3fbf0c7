import type { Product, ProductPrice } from '@prisma-client/client';
import { z } from 'zod';
import { type Currency, defaultCurrency } from '@/platform/currencies';
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
  /** More pictures of it, after the first. */
  readonly gallery: readonly (readonly [image: string, alt: string])[];
  readonly accent: string;
  readonly specs: readonly (readonly [label: string, value: string])[];
  /** Units that can be bought now. */
  readonly available: number;
}

const pairs = z.array(z.tuple([z.string(), z.string()]));

function view({ prices, ...product }: Product & { prices: ProductPrice[] }): ProductView | null {
  const [price] = prices;
  if (!price) return null;
  const { id, slug, name, tagline, description, category, image, imageAlt, accent } = product;
  return {
    id,
    slug,
    name,
    tagline,
    description,
    category,
    price: money(price.amount, price.currency),
    image,
    imageAlt,
    gallery: pairs.parse(product.gallery),
    accent,
    specs: pairs.parse(product.specs),
    available: product.stock,
  };
}

/** Everything on sale in a currency, in the shop's order. */
export async function listProducts(currency: Currency = defaultCurrency): Promise<ProductView[]> {
  const products = await prisma().product.findMany({
    where: { prices: { some: { currency } } },
    orderBy: { sortOrder: 'asc' },
    include: { prices: { where: { currency } } },
  });
  return products.map(view).filter((product) => product !== null);
}

/** One product by its address, or null when it is not sold in this currency. */
export async function findProduct(slug: string, currency: Currency): Promise<ProductView | null> {
  const product = await prisma().product.findUnique({
    where: { slug },
    include: { prices: { where: { currency } } },
  });
  return product && view(product);
}
