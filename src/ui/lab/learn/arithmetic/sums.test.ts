import { expect, it } from 'vitest';
import { doubleChargesADay, firstWindowMs, perTenthOfASecond, rowsKept } from './sums';

it('makes 8,640 double charges a day of one time-out in a thousand at 100 payments a second', () => {
  expect(doubleChargesADay(100, 1)).toBe(8_640);
  expect(doubleChargesADay(100, 0)).toBe(0);
});

it('spreads 1,000 retries to 200 in each 100 ms over half a second', () => {
  expect(perTenthOfASecond(1_000, 500)).toBe(200);
  expect(firstWindowMs).toBe(500);
  expect(perTenthOfASecond(1_000, 0)).toBe(1_000);
});

it('holds 8.6 million rows after a day of 100 keys a second', () => {
  expect(rowsKept(100, 24)).toBe(8_640_000);
});
