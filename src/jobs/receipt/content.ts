import { formatMoney, money } from '@/platform/money';

/** What a receipt tells. Amounts are minor units of the currency. */
export interface ReceiptContent {
  readonly orderNumber: string;
  readonly paidAt: Date;
  readonly recipient: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unitAmount: number;
  }[];
  readonly subtotal: number;
  readonly discount: number;
  readonly promo: string | null;
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** As on the parcel, line by line. */
  readonly address: readonly string[];
  /** Where the order can be read, from any browser. */
  readonly link: string;
}

export interface Row {
  readonly what: string;
  readonly price: string;
}

/** The same receipt in sentences and rows, for every form that it is written in. */
export interface ReceiptWords {
  readonly title: string;
  /** What mail programs show beside the subject. */
  readonly preview: string;
  readonly lines: readonly (Row & { readonly detail: string })[];
  readonly sums: readonly Row[];
  readonly total: Row;
  readonly paid: string;
  readonly address: readonly string[];
  readonly link: string;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function wordsOfReceipt(content: ReceiptContent): ReceiptWords {
  const { orderNumber, card, promo, discount, shipping } = content;
  const of = (amount: number): string => formatMoney(money(amount, content.currency));
  const total = of(content.total);
  return {
    title: `Your order ${orderNumber}`,
    preview: `${total}, charged once. Thank you for your order.`,
    lines: content.lines.map(({ name, quantity, unitAmount }) => ({
      what: name,
      detail: `${quantity} × ${of(unitAmount)}`,
      price: of(quantity * unitAmount),
    })),
    sums: [
      { what: 'Subtotal', price: of(content.subtotal) },
      ...(promo === null && discount === 0
        ? []
        : [
            {
              what: promo === null ? 'Discount' : `Promo code ${promo}`,
              price: discount > 0 ? `−${of(discount)}` : 'Applied',
            },
          ]),
      { what: 'Shipping', price: shipping === 0 ? 'Free' : of(shipping) },
      { what: 'Tax', price: of(content.tax) },
    ],
    total: { what: 'Total, charged once', price: total },
    paid: `Paid with ${card ? `${brandName(card.brand)} •••• ${card.last4}` : 'your card'} on ${day.format(content.paidAt)}.`,
    address: content.address,
    link: content.link,
  };
}

/** "visa" is Visa, "amex" American Express: as the processor's names are said (docs.stripe.com/api/charges/object). */
function brandName(brand: string): string {
  const said: Readonly<Record<string, string>> = {
    amex: 'American Express',
    diners: 'Diners Club',
    jcb: 'JCB',
    unionpay: 'UnionPay',
  };
  return said[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;
}
