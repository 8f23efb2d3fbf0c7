import { describe, expect, test } from 'vitest';
import { brandOf, isExpired, passesLuhn, readExpiry, spaceExpiry, spaceNumber } from './card-number';

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
    ['42424', '4242 4'],
    ['4242-4242x', '4242 4242'],
    ['', ''],
  ])('%s is shown as %s', (typed, shown) => {
    expect(spaceNumber(typed)).toBe(shown);
  });

  test.each([
    ['4242', 'visa'],
    ['5555', 'mastercard'],
    ['2223', 'mastercard'],
    ['3714', 'amex'],
    ['3566', 'jcb'],
    ['3056', 'diners'],
    ['6011', 'discover'],
    ['6200', 'unionpay'],
    ['9', 'unknown'],
  ])('%s begins a card of %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  test('a mistyped digit does not pass', () => {
    expect(passesLuhn('4242 4242 4242 4242')).toBe(true);
    expect(passesLuhn('4242 4242 4242 4241')).toBe(false);
    expect(passesLuhn('0')).toBe(false);
  });
});

describe('an expiry', () => {
  test.each([
    ['1', '1'],
    ['4', '04'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12 / 30', '12 / 30'],
    ['12 / ', '12'],
  ])('%j is shown as %j while it is typed', (typed, shown) => {
    expect(spaceExpiry(typed)).toBe(shown);
  });

  test('is read in both lengths of a year', () => {
    expect(readExpiry('04 / 31')).toEqual({ month: 4, year: 2031 });
    expect(readExpiry('4/2031')).toEqual({ month: 4, year: 2031 });
    expect(readExpiry('13 / 31')).toBeNull();
    expect(readExpiry('0431')).toBeNull();
  });

  test('a card is good until its month is over', () => {
    const now = new Date(2026, 10, 30);
    expect(isExpired({ month: 11, year: 2026 }, now)).toBe(false);
    expect(isExpired({ month: 10, year: 2026 }, now)).toBe(true);
  });
});
