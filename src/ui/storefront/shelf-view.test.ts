import { expect, test } from 'vitest';
import { addressOf, maxQueryLength, readShelfView, type ShelfView, sortNames } from './shelf-view';

const categories = ['Keys', 'Bells and buzzers'];
const read = (address: string): ShelfView =>
  readShelfView(new URL(address, 'http://shop').searchParams, categories);

test('every view comes back from its address as it was', () => {
  for (const query of ['', 'ding dong', 'a&b=c?#%+', 'Ünïcode ☎', 'bell ']) {
    for (const category of [null, ...categories]) {
      for (const sort of sortNames) {
        const view = { query, category, sort };
        expect(read(addressOf(view))).toEqual(view);
      }
    }
  }
});

test('one view has one address: what is as usual is left out', () => {
  expect(addressOf({ query: '  ', category: null, sort: 'featured' })).toBe('/');
  expect(addressOf({ query: 'ding dong', category: 'Keys', sort: 'name' })).toBe(
    '/?q=ding+dong&category=Keys&sort=name',
  );
});

test('an address that names no category or order of the shop shows everything', () => {
  expect(read('/?category=Hats&sort=__proto__')).toEqual({ query: '', category: null, sort: 'featured' });
  expect(read('/?sort=toString').sort).toBe('featured');
});

test('a query is cut to its greatest length', () => {
  expect(read(`/?q=${'x'.repeat(500)}`).query).toHaveLength(maxQueryLength);
});
