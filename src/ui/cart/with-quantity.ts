import type { CartView } from '@/checkout/cart';
import { money } from '@/platform/money';

/**
 * The cart as it will be with another quantity of a line it holds; 0 takes the line out. What only the shop can work out, the
 * discount, stays as it was until the shop has said it.
 */
export function withQuantity(cart: CartView, productId: string, quantity: number): CartView {
  const lines = cart.lines
    .map((line) => {
      if (line.productId !== productId) return line;
      const { amount, currency } = line.unitPrice;
      return { ...line, quantity, lineTotal: money(amount * quantity, currency) };
    })
    .filter((line) => line.quantity > 0);
  const subtotal = lines.reduce((sum, line) => sum + line.lineTotal.amount, 0);
  return { ...cart, lines, subtotal: money(subtotal, cart.subtotal.currency) };
}
