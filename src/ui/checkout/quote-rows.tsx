import type { Quote } from '@/checkout/quote';
import { formatMoney } from '@/platform/money';
import { ReceiptRow } from '../primitives/receipt';

/** The amounts of a quote or an order, down to the total. */
export function QuoteRows({
  amounts: { subtotal, discount, shipping, tax, total },
  promo,
}: {
  readonly amounts: Pick<Quote, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total'>;
  readonly promo: string | null;
}) {
  return (
    <>
      <ReceiptRow label="Subtotal">{formatMoney(subtotal)}</ReceiptRow>
      {promo && (
        <ReceiptRow label={`Promo code ${promo}`}>
          {discount.amount > 0 ? `−${formatMoney(discount)}` : 'Applied'}
        </ReceiptRow>
      )}
      <ReceiptRow label="Shipping">{shipping.amount === 0 ? 'Free' : formatMoney(shipping)}</ReceiptRow>
      <ReceiptRow label="Tax">{formatMoney(tax)}</ReceiptRow>
      <ReceiptRow label="Total" isTotal>
        <span data-testid="total">{formatMoney(total)}</span>
      </ReceiptRow>
    </>
  );
}
