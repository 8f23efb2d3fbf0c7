import { expect, test } from 'vitest';
import { relatedTo } from './related-to';

const shelf = [
  { id: 'a', category: 'Keys', available: 9 },
  { id: 'b', category: 'Bells', available: 9 },
  { id: 'c', category: 'Keys', available: 9 },
  { id: 'd', category: 'Keys', available: 0 },
  { id: 'e', category: 'Bells', available: 9 },
];
const related = (id: string, category: string, most = 9): string[] =>
  relatedTo({ id, category }, shelf, most).map((product) => product.id);

test('the same category comes first, going round from the product, then its neighbours', () => {
  expect(related('c', 'Keys')).toEqual(['a', 'e', 'b', 'd']);
});

test('what is sold out comes last, also of the same category', () => {
  expect(related('a', 'Keys')).toEqual(['c', 'b', 'e', 'd']);
});

test('a product is not related to itself, and no more than asked for are shown', () => {
  expect(related('b', 'Bells', 2)).toEqual(['e', 'c']);
});

test('a product that is not on the shelf has all of it as neighbours', () => {
  expect(related('x', 'Bells')).toEqual(['b', 'e', 'a', 'c', 'd']);
});
