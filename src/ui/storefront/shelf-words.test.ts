import { expect, test } from 'vitest';
import { countWords } from './shelf-words';

const everything = { query: '', category: null, sort: 'featured' } as const;

test('the count says of what it is', () => {
  expect(countWords(16, everything)).toBe('16 things');
  expect(countWords(1, { ...everything, query: ' bell ' })).toBe('1 thing for “bell”');
  expect(countWords(0, { ...everything, query: 'hat', category: 'Keys' })).toBe('Nothing for “hat” in Keys');
});
