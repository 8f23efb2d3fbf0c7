import { expect, it } from 'vitest';
import { decimalAmount, formatMoney, money } from './money';

it('shows each currency with its own number of decimals', () => {
  expect(formatMoney(money(4900, 'USD'))).toBe('$49.00');
  expect(formatMoney(money(1, 'USD'))).toBe('$0.01');
  expect(formatMoney(money(4900, 'JPY'))).toBe('¥4,900');
  expect(formatMoney(money(4900, 'KWD'))).toBe('KWD\u00a04.900');
  expect(formatMoney(money(-250, 'EUR'))).toBe('-€2.50');
});

it('writes decimals for machines, as many as the currency has', () => {
  const written = ['USD', 'JPY', 'KWD'].map((currency) => decimalAmount(money(15_050, currency)));
  expect(written).toEqual(['150.50', '15050', '15.050']);
});
