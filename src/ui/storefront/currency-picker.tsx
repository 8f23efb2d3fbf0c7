'use client';

import { ChevronDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { type Currency, currencies, currencyCodes, isCurrency } from '@/platform/currencies';
import { useKnownCart } from '../cart/known-cart';
import { useCartChanges } from '../cart/use-cart-changes';
import { FixedCurrency } from './fixed-currency';
import { HeaderNote } from './header-note';

/** The last choice, and what came of it. */
type Change =
  | { readonly phase: 'none' | 'done' | 'failed' }
  | { readonly phase: 'sent'; readonly currency: Currency };

/**
 * The currency that everything is priced in: the shelf, the cart, the charge. It is the browser's own control, which every
 * phone and every screen reader knows, under a face that is as narrow as the header needs.
 */
export function CurrencyPicker({ pageCurrency }: { readonly pageCurrency: Currency }) {
  const cart = useKnownCart();
  const router = useRouter();
  const { setCurrency, prepare } = useCartChanges();
  const [change, setChange] = useState<Change>({ phase: 'none' });
  const [isRepricing, startRepricing] = useTransition();
  const current = cart?.currency ?? pageCurrency;
  const shown = change.phase === 'sent' ? change.currency : current;
  if (cart?.unresolvedOrderId) return <FixedCurrency currency={current} orderId={cart.unresolvedOrderId} />;
  const isBusy = change.phase === 'sent' || isRepricing;
  const choose = (currency: Currency): void => {
    setChange({ phase: 'sent', currency });
    setCurrency(currency).then(
      () => {
        startRepricing(() => router.refresh());
        setChange({ phase: 'done' });
      },
      () => setChange({ phase: 'failed' }),
    );
  };
  return (
    <div className="relative inline-flex min-h-11 items-center gap-1 rounded-lg px-2 font-semibold hover:bg-sunken has-[select:focus-visible]:outline-3 has-[select:focus-visible]:outline-offset-3 has-[select:focus-visible]:outline-focus sm:px-3">
      <span
        aria-hidden
        className={`tabular-nums ${isBusy ? 'animate-[breathe_700ms_infinite_alternate]' : ''}`}
      >
        {shown}
      </span>
      <ChevronDown aria-hidden className="size-4" strokeWidth={2.6} />
      <select
        aria-label="Currency"
        aria-busy={isBusy}
        data-testid="currency"
        className="absolute inset-0 size-full cursor-pointer text-base text-text opacity-0 [&>option]:bg-surface"
        value={shown}
        onPointerEnter={prepare}
        onFocus={prepare}
        onChange={({ target: { value } }) => {
          if (isCurrency(value)) choose(value);
        }}
      >
        {currencyCodes.map((code) => (
          <option key={code} value={code}>
            {currencies[code].name} ({code})
          </option>
        ))}
      </select>
      <span role="status" className="sr-only">
        {change.phase === 'done' &&
          !isRepricing &&
          `All prices are in ${currencies[current].name} (${current}).`}
      </span>
      {change.phase === 'failed' && (
        <HeaderNote onClose={() => setChange({ phase: 'none' })}>
          The currency could not be changed. All prices are still in {currencies[current].name} ({current}).
        </HeaderNote>
      )}
    </div>
  );
}
