import type { CartView } from '@/checkout/cart';
import type { Quote } from '@/checkout/quote';
import { Receipt } from '../primitives/receipt';
import { ReceiptLines } from '../primitives/receipt-lines';
import { QuoteRows } from './quote-rows';

/** What is being bought and what it comes to. `isSettling`: the amounts are being worked out anew. */
export function OrderSummary({
  cart,
  quote,
  isSettling,
}: {
  readonly cart: CartView;
  readonly quote: Quote;
  readonly isSettling: boolean;
}) {
  return (
    <Receipt>
      <h2 className="mb-4 text-2xl">Your order</h2>
      <ReceiptLines lines={cart.lines} />
      <dl aria-busy={isSettling} className="border-t-2 border-line pt-3">
        <QuoteRows amounts={quote} promo={cart.promo?.code ?? null} />
      </dl>
    </Receipt>
  );
}
