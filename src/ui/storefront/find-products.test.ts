import { describe, expect, test } from 'vitest';
import { money } from '@/platform/money';
import { findProducts, wordsOf } from './find-products';
import type { ShelfView } from './shelf-view';

function product(name: string, amount: number, more: { category?: string; description?: string } = {}) {
  const { category = 'Desk', description = '' } = more;
  return { name, tagline: 'Öne ring.', category, price: money(amount, 'USD'), words: wordsOf(description) };
}

const shelf = [
  product('Zebra Stamp', 300, { description: 'Rings like a bell, at 2.3 kHz.' }),
  product('Brass Doorbell', 100, { category: 'Bells' }),
  product('Key 10', 200),
  product('Key 9', 200),
];

const everything: ShelfView = { query: '', category: null, sort: 'featured' };
const names = (view: Partial<ShelfView>): string[] =>
  findProducts(shelf, { ...everything, ...view }).map(({ name }) => name);

describe('a search', () => {
  test('without words shows everything, in the order of the shelf', () => {
    expect(names({ query: ' - ' })).toEqual(['Zebra Stamp', 'Brass Doorbell', 'Key 10', 'Key 9']);
  });

  test('ignores case, and marks on letters on either side', () => {
    expect(names({ query: 'ZÉBRÄ' })).toEqual(['Zebra Stamp']);
    expect(names({ query: 'one' })).toHaveLength(4);
  });

  test('reads inside of names and at the beginning of the words of tagline, category and description', () => {
    expect(names({ query: 'rbell' })).toEqual(['Brass Doorbell']);
    expect(names({ query: 'khz' })).toEqual(['Zebra Stamp']);
    expect(names({ query: 'hz' })).toEqual([]);
  });

  test('shows what it found by name first, also when that stands later on the shelf', () => {
    expect(names({ query: 'bell' })).toEqual(['Brass Doorbell', 'Zebra Stamp']);
  });

  test('needs every word', () => {
    expect(names({ query: 'bell stamp' })).toEqual(['Zebra Stamp']);
    expect(names({ query: 'bell nothing' })).toEqual([]);
  });

  test('stays inside of the chosen category', () => {
    expect(names({ query: 'bell', category: 'Bells' })).toEqual(['Brass Doorbell']);
  });
});

describe('sorting', () => {
  test('by price keeps the order of the shelf among equals, both ways', () => {
    expect(names({ sort: 'price-asc' })).toEqual(['Brass Doorbell', 'Key 10', 'Key 9', 'Zebra Stamp']);
    expect(names({ sort: 'price-desc' })).toEqual(['Zebra Stamp', 'Key 10', 'Key 9', 'Brass Doorbell']);
  });

  test('by name counts: 9 comes before 10', () => {
    expect(names({ sort: 'name' })).toEqual(['Brass Doorbell', 'Key 9', 'Key 10', 'Zebra Stamp']);
  });
});
