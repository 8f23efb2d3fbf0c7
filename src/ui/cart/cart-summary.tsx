import type { CartView } from '@/checkout/cart';
import { formatMoney, money } from '@/platform/money';
import { ButtonLink } from '../primitives/button';
import { Receipt, ReceiptRow } from '../primitives/receipt';
import { useIsCartChanging } from '../queries';
import { PromoForm } from './promo-form';

/** What the cart comes to before shipping and tax, its promo code, and the way to the checkout. */
export function CartSummary({ cart }: { readonly cart: CartView }) {
  const isChanging = useIsCartChanging();
  const { amount, currency } = cart.subtotal;
  return (
    <section aria-labelledby="summary" className="lg:sticky lg:top-24">
      <Receipt>
        <h2 id="summary" className="mb-4 text-2xl">
          So far
        </h2>
        <dl aria-busy={isChanging}>
          <ReceiptRow label="Subtotal">{formatMoney(cart.subtotal)}</ReceiptRow>
          {cart.discount.amount > 0 && (
            <ReceiptRow label={`Discount${cart.promo ? ` (${cart.promo.code})` : ''}`}>
              −{formatMoney(cart.discount)}
            </ReceiptRow>
          )}
          <ReceiptRow label="Before shipping and tax" isTotal>
            {formatMoney(money(amount - Math.min(cart.discount.amount, amount), currency))}
          </ReceiptRow>
        </dl>
        <PromoForm promo={cart.promo} />
        <ButtonLink href="/checkout" className="mt-5 w-full text-lg">
          To the checkout
        </ButtonLink>
      </Receipt>
    </section>
  );
}
