import { expect, it } from 'vitest';
import { median, percent, quantile, ratioOf, spreadOf } from './statistics';

it('takes the middle value, and the mean of two middle ones', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

it('interpolates between two values', () => {
  expect(quantile([10, 20, 30, 40, 50], 0.95)).toBe(48);
  expect(quantile([7], 0.99)).toBe(7);
});

it('says nothing of nothing', () => {
  expect(spreadOf([])).toEqual({ median: Number.NaN, least: Number.NaN, most: Number.NaN });
});

it('compares neighbours of a round, so that a machine that slows down moves no ratio', () => {
  expect(ratioOf([90, 45, 9], [100, 50, 10])).toEqual({ median: 0.9, least: 0.9, most: 0.9 });
});

it('leaves a round out that only one of them has taken part in', () => {
  expect(ratioOf([1, 3], [2]).median).toBe(0.5);
});

it('says a ratio with its spread', () => {
  expect(percent({ median: 0.931, least: 0.88, most: 1.02 })).toBe('93 % (88..102)');
});
