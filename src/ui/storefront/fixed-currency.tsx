import { Lock } from 'lucide-react';
import Link from 'next/link';
import { useId } from 'react';
import { type Currency, currencies } from '@/platform/currencies';
import { linkClass } from '../primitives/button';
import { noteClass } from './header-note';

/** The currency while a payment is unresolved: it cannot be changed, and a press says why. The browser's own popover. */
export function FixedCurrency({
  currency,
  orderId,
}: {
  readonly currency: Currency;
  readonly orderId: string;
}) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        data-testid="fixed-currency"
        className="inline-flex min-h-11 items-center gap-1 rounded-lg px-2 font-semibold tabular-nums hover:bg-sunken sm:px-3"
      >
        <span className="sr-only">Currency: </span>
        {currency}
        <Lock aria-hidden className="size-4" strokeWidth={2.6} />
        <span className="sr-only">, which cannot be changed. Why?</span>
      </button>
      <div id={id} popover="auto" className={`${noteClass} bottom-auto`}>
        <p>
          A payment of yours is still being checked, and the shop keeps to its currency,{' '}
          {currencies[currency].name}, until the outcome is known.
        </p>
        <Link href={`/orders/${orderId}`} className={`${linkClass} mt-2 inline-block`}>
          Look at that order
        </Link>
      </div>
    </>
  );
}
