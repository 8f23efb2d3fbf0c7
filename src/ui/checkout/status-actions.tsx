'use client';

import Link from 'next/link';
import { Button, ButtonLink, linkClass } from '../primitives/button';
import { useApplyPromo, useRefreshCart } from '../queries';
import type { PurchaseState } from './purchase-state';
import { newTotalOf, shortLinesOf } from './status-words';

/** What a shopper can do about a state of the purchase; nothing for those that go on by themselves. */
export function StatusActions({
  state,
  onGiveUp,
  onReset,
}: {
  readonly state: PurchaseState;
  readonly onGiveUp: () => void;
  /** Back to the form; `focusCard` when it is the card that is to be changed. */
  readonly onReset: (next: { readonly focusCard: boolean }) => void;
}) {
  const backToForm = (): void => onReset({ focusCard: false });
  switch (state.phase) {
    case 'waiting':
    case 'paused':
      return (
        <Button look="secondary" size="small" onClick={onGiveUp}>
          Stop trying
        </Button>
      );
    case 'paid':
      return <OrderLink orderId={state.paid.orderId}>Go to the order</OrderLink>;
    case 'already_ordered':
      return <OrderLink orderId={state.orderId}>Go to the order</OrderLink>;
    case 'checking':
      return state.orderId && <OrderLink orderId={state.orderId}>Follow it on the order’s page</OrderLink>;
    case 'refused':
      return <RefusalActions state={state} onReset={onReset} backToForm={backToForm} />;
    default:
      return null;
  }
}

function OrderLink({ orderId, children }: { readonly orderId: string; readonly children: string }) {
  return (
    <Link href={`/orders/${orderId}`} className={linkClass}>
      {children}
    </Link>
  );
}

function RefusalActions({
  state: { data },
  onReset,
  backToForm,
}: {
  readonly state: PurchaseState & { phase: 'refused' };
  readonly onReset: (next: { readonly focusCard: boolean }) => void;
  readonly backToForm: () => void;
}) {
  switch (data.reason) {
    case 'card_declined':
      return (
        <Button look="secondary" size="small" onClick={() => onReset({ focusCard: true })}>
          Try another card
        </Button>
      );
    case 'cart_changed':
      return <NewTotal total={newTotalOf(data)} onSeen={backToForm} />;
    case 'out_of_stock':
      return (
        <>
          <ul className="w-full">
            {shortLinesOf(data).map(({ productId, name, quantity, available }) => (
              <li key={productId}>
                {name}: {available === 0 ? 'sold out' : `${available} left`}, you want {quantity}
              </li>
            ))}
          </ul>
          <ButtonLink look="secondary" size="small" href="/cart" onNavigate={backToForm}>
            Change the cart
          </ButtonLink>
        </>
      );
    case 'promo_unusable':
      return <PromoRemoval onRemoved={backToForm} />;
    default:
      return (
        <Button look="secondary" size="small" onClick={backToForm}>
          Back to the checkout
        </Button>
      );
  }
}

function NewTotal({ total, onSeen }: { readonly total: string | null; readonly onSeen: () => void }) {
  const refresh = useRefreshCart();
  return (
    <>
      {total && (
        <p className="w-full">
          The total is now <strong>{total}</strong>.
        </p>
      )}
      <Button look="secondary" size="small" onClick={() => void refresh().then(onSeen)}>
        Look at the new total
      </Button>
    </>
  );
}

function PromoRemoval({ onRemoved }: { readonly onRemoved: () => void }) {
  const { apply, isPending, error } = useApplyPromo();
  return (
    <>
      <Button look="secondary" size="small" isBusy={isPending} onClick={() => apply(null, onRemoved)}>
        Remove the code
      </Button>
      {error && <p>The code could not be removed. Please try again.</p>}
    </>
  );
}
