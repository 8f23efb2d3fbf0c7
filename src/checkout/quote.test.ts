import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quote } from './quote';

const cart = { version: 3, currency: 'USD', lines: [{ unitAmount: 375, quantity: 3 }] };

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

it('is whole, not negative and adds up, for every cart and promo', () => {
  const lines = fc.array(
    fc.record({ unitAmount: fc.integer({ min: 1, max: 20_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
    { minLength: 1, maxLength: 50 },
  );
  const promos = fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 50_000 }) }),
      fc.constant({ kind: 'free_shipping' as const, value: 0 }),
    ),
  );
  fc.assert(
    fc.property(lines, promos, fc.constantFrom('standard', 'express'), (someLines, promo, option) => {
      const { subtotal, discount, shipping, tax, total } = quote(
        { ...cart, lines: someLines },
        promo,
        option,
      );
      for (const { amount } of [subtotal, discount, shipping, tax, total]) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
      }
      expect(total.amount).toBe(subtotal.amount - discount.amount + shipping.amount + tax.amount);
    }),
  );
});
