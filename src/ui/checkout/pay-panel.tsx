'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { CartView } from '@/checkout/cart';
import type { Quote } from '@/checkout/quote';
import { formatMoney } from '@/platform/money';
import { PromoForm } from '../cart/promo-form';
import { ErrorPanel } from '../primitives/error-panel';
import { OrderSummary } from './order-summary';
import { OrderSummarySkeleton } from './order-summary-skeleton';
import { PayButton } from './pay-button';
import type { PurchaseState } from './purchase-state';
import { PurchaseStatus } from './purchase-status';
import { StatusActions } from './status-actions';

/** The element, for links to it. */
export const orderPanelId = 'checkout-order';

/** What it comes to, what is known of the purchase, and the button. */
export function PayPanel({
  cart,
  quote,
  state,
  formId,
  onGiveUp,
  onReset,
}: {
  readonly cart: CartView;
  readonly quote: UseQueryResult<Quote>;
  readonly state: PurchaseState;
  readonly formId: string;
  readonly onGiveUp: () => void;
  readonly onReset: (next: { readonly focusCard: boolean }) => void;
}) {
  if (!quote.data) {
    return quote.error ? (
      <ErrorPanel title="The total could not be worked out." onRetry={() => void quote.refetch()}>
        The connection may be slow or gone. What you have typed stays.
      </ErrorPanel>
    ) : (
      <OrderSummarySkeleton />
    );
  }
  return (
    <aside id={orderPanelId} tabIndex={-1} aria-label="Order and payment" className={panelClass}>
      <OrderSummary cart={cart} quote={quote.data} isSettling={quote.isPlaceholderData} />
      <PromoForm promo={cart.promo} />
      <div className="console mt-6 grid gap-4 rounded-[2rem] p-4 sm:p-5">
        <PurchaseStatus state={state}>
          <StatusActions state={state} onGiveUp={onGiveUp} onReset={onReset} />
        </PurchaseStatus>
        <PayButton state={state} total={formatMoney(quote.data.total)} formId={formId} />
      </div>
    </aside>
  );
}

/** Pinned so that the button stays in sight: by its end, or by its start where all of it fits. */
const panelClass =
  'scroll-mt-36 min-w-0 lg:scroll-mt-24 lg:sticky lg:bottom-5 lg:self-end lg:tall:top-24 lg:tall:bottom-auto lg:tall:self-start';
