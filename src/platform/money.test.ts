import { expect, it } from 'vitest';
import { formatMoney, money } from './money';

it('shows each currency with its own number of decimals', () => {
  expect(formatMoney(money(4900, 'USD'))).toBe('$49.00');
  expect(formatMoney(money(1, 'USD'))).toBe('$0.01');
  expect(formatMoney(money(4900, 'JPY'))).toBe('¥4,900');
  expect(formatMoney(money(4900, 'KWD'))).toBe('KWD\u00a04.900');
  expect(formatMoney(money(-250, 'EUR'))).toBe('-€2.50');
});
