import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Currency, currencies, currencyCodes } from '@/platform/currencies';
import { quote } from './quote';

const cart = { version: 3, currency: 'USD' as const, lines: [{ unitAmount: 375, quantity: 3 }] };

it('adds up goods, discount, shipping and tax', () => {
  const { subtotal, discount, shipping, tax, total } = quote(
    cart,
    { kind: 'percent', value: 10 },
    'standard',
  );
  expect([subtotal, discount, shipping, tax, total].map(({ amount }) => amount)).toEqual([
    1125, 113, 490, 81, 1583,
  ]);
});

it('never discounts below nothing, and ships free only the standard way', () => {
  expect(quote(cart, { kind: 'fixed', value: 99_999 }, 'express').total.amount).toBe(1490);
  expect(quote(cart, { kind: 'free_shipping', value: 0 }, 'standard').shipping.amount).toBe(0);
  expect(quote(cart, { kind: 'free_shipping', value: 0 }, 'express').shipping.amount).toBe(1490);
});

it('rounds tax and discount half up, once, on the sum, to what the currency can be charged in', () => {
  const amounts = (currency: Currency, unitAmount: number) => {
    const { discount, tax, total } = quote(
      { version: 1, currency, lines: [{ unitAmount, quantity: 1 }] },
      { kind: 'percent', value: 10 },
      'standard',
    );
    return [discount.amount, tax.amount, total.amount];
  };
  expect(amounts('USD', 375)).toEqual([38, 27, 375 - 38 + 27 + 490]); // 37.5 -> 38, 26.96 -> 27
  expect(amounts('EUR', 375)).toEqual([38, 27, 375 - 38 + 27 + 490]);
  expect(amounts('JPY', 555)).toEqual([56, 40, 555 - 56 + 40 + 700]); // 55.5 -> 56, 39.92 -> 40
  expect(amounts('KWD', 1_150)).toEqual([120, 80, 1_150 - 120 + 80 + 1_500]); // 115 -> 120, 82.4 -> 80: whole tens of fils
});

it.each(currencyCodes)('is whole, not negative and adds up in %s, for every cart and promo', (currency) => {
  const { step } = currencies[currency];
  const lines = fc.array(
    fc.record({
      unitAmount: fc.integer({ min: 1, max: 20_000 }).map((steps) => steps * step),
      quantity: fc.integer({ min: 1, max: 99 }),
    }),
    { minLength: 1, maxLength: 50 },
  );
  const promos = fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({
        kind: fc.constant('fixed' as const),
        value: fc.integer({ min: 1, max: 50_000 }).map((steps) => steps * step),
      }),
      fc.constant({ kind: 'free_shipping' as const, value: 0 }),
    ),
  );
  fc.assert(
    fc.property(lines, promos, fc.constantFrom('standard', 'express'), (someLines, promo, option) => {
      const cartOf = { version: 3, currency, lines: someLines };
      const { subtotal, discount, shipping, tax, total } = quote(cartOf, promo, option);
      for (const { amount, currency: of } of [subtotal, discount, shipping, tax, total]) {
        expect(Number.isSafeInteger(amount) && amount >= 0 && amount % step === 0 && of === currency).toBe(
          true,
        );
      }
      const goods = someLines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
      expect(subtotal.amount).toBe(goods);
      expect(total.amount).toBe(subtotal.amount - discount.amount + shipping.amount + tax.amount);
    }),
  );
});
