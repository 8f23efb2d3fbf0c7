import { isUnresolved } from '@/payments/states';
import { brandName } from '../checkout/card-number';
import { countryName } from '../checkout/countries';
import { QuoteRows } from '../checkout/quote-rows';
import { Notice } from '../primitives/notice';
import { Receipt } from '../primitives/receipt';
import { ReceiptLines } from '../primitives/receipt-lines';
import type { OrderOfShopper } from '../queries';
import { BackToCart } from './back-to-cart';
import { wordsOfOrder } from './order-words';
import { Proof } from './proof';
import { Timeline } from './timeline';

export function OrderDetails({ order }: { readonly order: OrderOfShopper }) {
  const { tone, title, text } = wordsOfOrder(order);
  return (
    <article
      data-testid="order"
      data-status={order.status}
      data-payment={order.payment.status}
      className="grid gap-6"
    >
      <header>
        <p className="font-display text-lg font-semibold text-muted">Order {order.orderNumber}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{title}</h1>
      </header>
      <div role="status">
        <Notice tone={tone}>
          <p>{text}</p>
          {order.status === 'cancelled' && <BackToCart order={order} />}
        </Notice>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_25rem]">
        <div className="grid gap-6">
          <Proof order={order} />
          <div className="grid gap-6 rounded-3xl border-2 border-line bg-surface p-5 sm:grid-cols-2 sm:p-7">
            <section aria-labelledby="timeline">
              <h2 id="timeline" className="mb-4 text-2xl">
                So far
              </h2>
              <Timeline order={order} />
            </section>
            <div className="grid content-start gap-6">
              <Address order={order} />
              <section aria-labelledby="card">
                <h2 id="card" className="mb-2 text-2xl">
                  Card
                </h2>
                <p>{cardOf(order)}</p>
              </section>
            </div>
          </div>
        </div>
        <Receipt>
          <h2 className="mb-4 text-2xl">{order.paidAt ? 'Receipt' : 'What was in it'}</h2>
          <ReceiptLines lines={order.lines} />
          <dl className="border-t-2 border-line pt-3">
            <QuoteRows amounts={order} promo={order.promo} />
          </dl>
        </Receipt>
      </div>
    </article>
  );
}

function cardOf({ payment: { card, status } }: OrderOfShopper): string {
  if (card) return `${brandName(card.brand)} ending in ${card.last4}`;
  return isUnresolved(status) ? 'Being checked.' : 'No card was charged.';
}

function Address({ order: { shippingAddress, email } }: { readonly order: OrderOfShopper }) {
  const { name, line1, line2, city, region, postalCode, country } = shippingAddress;
  const lines = [
    name,
    line1,
    line2,
    [postalCode, city].join(' '),
    [region, countryName(country)].filter(Boolean).join(', '),
    email,
  ];
  return (
    <section aria-labelledby="address">
      <h2 id="address" className="mb-2 text-2xl">
        Address
      </h2>
      <address className="not-italic">
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </section>
  );
}
