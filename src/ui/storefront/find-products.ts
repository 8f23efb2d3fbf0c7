import type { ProductView } from '@/checkout/catalog';
import type { ShelfView } from './shelf-view';

/** What finding a product needs of it. `words` are those of its description, as {@link wordsOf} makes them. */
export type FindableProduct = Pick<ProductView, 'name' | 'tagline' | 'category' | 'price'> & {
  readonly words: string;
};

/** Letters without their marks, all small: "Décibel" and "DECIBEL" are one word. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function split(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a text, each once and plain: much shorter than the text, and all that a search reads of it. */
export function wordsOf(text: string): string {
  return [...new Set(split(text))].join(' ');
}

/** How well a product answers what is looked for: by its name, by its other words, or not at all. */
function match(product: FindableProduct, wanted: readonly string[]): 'name' | 'words' | null {
  const name = plain(product.name);
  if (wanted.every((word) => name.includes(word))) return 'name';
  const words = [...split(`${product.tagline} ${product.category}`), ...product.words.split(' ')];
  const isFound = wanted.every(
    (word) => name.includes(word) || words.some((candidate) => candidate.startsWith(word)),
  );
  return isFound ? 'words' : null;
}

/**
 * The products of a view. Every word that is looked for must be part of the name, or begin a word of what else is said of
 * the product. In the shop's own order, those found by their name come first.
 */
export function findProducts<Product extends FindableProduct>(
  products: readonly Product[],
  { query, category, sort }: ShelfView,
): Product[] {
  const wanted = split(query);
  const found = products
    .filter((product) => category === null || product.category === category)
    .map((product) => ({ product, by: match(product, wanted) }))
    .filter(({ by }) => by !== null);
  const ordered = [...found.filter(({ by }) => by === 'name'), ...found.filter(({ by }) => by === 'words')];
  return sorted(
    ordered.map(({ product }) => product),
    sort,
  );
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorting is stable: equals stay in the order of the shelf. */
function sorted<Product extends FindableProduct>(
  products: readonly Product[],
  sort: ShelfView['sort'],
): Product[] {
  switch (sort) {
    case 'featured':
      return [...products];
    case 'name':
      return products.toSorted((one, other) => byName.compare(one.name, other.name));
    case 'price-asc':
      return products.toSorted((one, other) => one.price.amount - other.price.amount);
    case 'price-desc':
      return products.toSorted((one, other) => other.price.amount - one.price.amount);
  }
}
