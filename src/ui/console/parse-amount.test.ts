import { expect, it } from 'vitest';
import { parseAmount } from './parse-amount';

it('reads an amount into whole minor units of its currency', () => {
  const read = (text: string, currency: string) => parseAmount(text, currency)?.amount;
  expect([read('12.50', 'USD'), read(' 12,5 ', 'EUR'), read('7', 'USD'), read('0.01', 'USD')]).toEqual([
    1_250, 1_250, 700, 1,
  ]);
  expect([read('7350', 'JPY'), read('15.05', 'KWD')]).toEqual([7_350, 15_050]);
});

it.each(['', '0', '0.00', '-1', '1.234', '1e3', '1,000.00', 'x', '1.', '.5'])(
  'takes "%s" for no amount',
  (text) => {
    expect(parseAmount(text, 'USD')).toBeNull();
  },
);

it('takes no fraction of a currency that has none', () => {
  expect(parseAmount('7350.5', 'JPY')).toBeNull();
});
