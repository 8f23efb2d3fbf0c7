import { expect, test } from 'vitest';
import { passesLuhn } from './card-number';
import { testCards } from './test-card-numbers';

test('every offered number passes the form’s own check, and is offered once', () => {
  const numbers = testCards.flatMap(({ cards }) => cards.map(({ number }) => number));
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
});
