import { linesOfAddress } from '@/checkout/address-lines';
import { isUnresolved } from '@/payments/states';
import { formatMoney } from '@/platform/money';
import { brandName } from '../checkout/card-number';
import { QuoteRows } from '../checkout/quote-rows';
import { CopyButton } from '../primitives/copy-button';
import { Notice } from '../primitives/notice';
import { Receipt, ReceiptRow } from '../primitives/receipt';
import { ReceiptLines } from '../primitives/receipt-lines';
import type { OrderOfShopper } from '../queries';
import { BackToCart } from './back-to-cart';
import { OrderPapers } from './order-papers';
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
      <header className="grid gap-4">
        <div>
          <p className="hidden font-display text-xl font-bold print:block">Doubletap</p>
          <p className="flex flex-wrap items-center gap-x-1 font-display text-lg font-semibold text-muted">
            Order <span data-testid="order-number">{order.orderNumber}</span>
            <CopyButton text={order.orderNumber} what="order number" />
          </p>
          <h1 className="mt-1 text-4xl sm:text-6xl">{title}</h1>
        </div>
        <OrderPapers order={order} />
      </header>
      <div role="status" className="print:hidden">
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
            {order.refunded.amount > 0 && (
              <ReceiptRow label="Refunded">−{formatMoney(order.refunded)}</ReceiptRow>
            )}
          </dl>
        </Receipt>
      </div>
    </article>
  );
}

function cardOf({ payment: { card, status } }: OrderOfShopper): string {
  if (card) return `${brandName(card.brand)} •••• ${card.last4}`;
  return isUnresolved(status) ? 'Being checked.' : 'No card was charged.';
}

function Address({ order: { shippingAddress, email } }: { readonly order: OrderOfShopper }) {
  return (
    <section aria-labelledby="address">
      <h2 id="address" className="mb-2 text-2xl">
        Address
      </h2>
      <address className="wrap-anywhere whitespace-pre-line not-italic">
        {[...linesOfAddress(shippingAddress), email].join('\n')}
      </address>
    </section>
  );
}
