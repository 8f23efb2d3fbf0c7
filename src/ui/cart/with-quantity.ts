import type { CartLineView, CartView } from '@/checkout/cart';
import { money } from '@/platform/money';

/** What is known of a product before it is in the cart. */
export type LineOfProduct = Omit<CartLineView, 'quantity' | 'lineTotal'>;

/**
 * The cart as it will be with another quantity of a product; 0 takes its line out. What only the shop can work out, the
 * discount, stays as it was until the shop has said it.
 */
export function withQuantity(cart: CartView, product: LineOfProduct, quantity: number): CartView {
  const isHeld = cart.lines.some((line) => line.productId === product.productId);
  const lines = isHeld ? cart.lines : [...cart.lines, lineOf(product, quantity)];
  const changed = lines
    .map((line) => (line.productId === product.productId ? lineOf(line, quantity) : line))
    .filter((line) => line.quantity > 0);
  const subtotal = changed.reduce((sum, line) => sum + line.lineTotal.amount, 0);
  return { ...cart, lines: changed, subtotal: money(subtotal, product.unitPrice.currency) };
}

function lineOf(product: LineOfProduct, quantity: number): CartLineView {
  const { amount, currency } = product.unitPrice;
  return { ...product, quantity, lineTotal: money(amount * quantity, currency) };
}
