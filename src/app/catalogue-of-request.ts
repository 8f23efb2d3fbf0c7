import { cache } from 'react';
import { findProduct, listProducts, type ProductView } from '@/checkout/catalog';
import { chosenCurrency } from './chosen-currency';

/** What is on sale, in the currency of this request. A page and its metadata read it once. */
export const readProducts = cache(async (): Promise<ProductView[]> => listProducts(await chosenCurrency()));

/** One product by its address, in the currency of this request; null when there is none. */
export const readProduct = cache(
  async (slug: string): Promise<ProductView | null> => findProduct(slug, await chosenCurrency()),
);
