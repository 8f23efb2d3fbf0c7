import { expect, test } from 'vitest';
import type { CartView } from '@/checkout/cart';
import { money } from '@/platform/money';
import { withQuantity } from './with-quantity';

const line = {
  productId: 'a',
  slug: 'a',
  name: 'A',
  image: '/a.svg',
  accent: 'cherry',
  quantity: 1,
  available: 9,
  unitPrice: money(250, 'USD'),
  lineTotal: money(250, 'USD'),
};
const other = { ...line, productId: 'b', unitPrice: money(100, 'USD'), lineTotal: money(100, 'USD') };
const cart: CartView = {
  id: 'cart',
  version: 1,
  lines: [line, other],
  currency: 'USD',
  promo: null,
  subtotal: money(350, 'USD'),
  discount: money(0, 'USD'),
};

test('a changed quantity shows in the line and in the subtotal', () => {
  const changed = withQuantity(cart, line, 3);
  expect(changed.lines.map((each) => each.lineTotal.amount)).toEqual([750, 100]);
  expect(changed.subtotal).toEqual(money(850, 'USD'));
});

test('a quantity of 0 takes the line out', () => {
  const changed = withQuantity(cart, line, 0);
  expect(changed.lines.map((each) => each.productId)).toEqual(['b']);
  expect(changed.subtotal).toEqual(money(100, 'USD'));
});

test('a product that the cart does not hold becomes its last line', () => {
  const changed = withQuantity({ ...cart, lines: [line], subtotal: line.lineTotal }, other, 2);
  expect(changed.lines.map((each) => [each.productId, each.quantity])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(changed.subtotal).toEqual(money(450, 'USD'));
});
