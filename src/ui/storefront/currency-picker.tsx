'use client';

import { ChevronDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { type Currency, currencies, currencyCodes, isCurrency } from '@/platform/currencies';
import { useCart, useSetCurrency } from '../queries';
import { FixedCurrency } from './fixed-currency';
import { HeaderNote } from './header-note';

/**
 * The currency that everything is priced in: the shelf, the cart, the charge. It is the browser's own control, which every
 * phone and every screen reader knows, under a face that is as narrow as the header needs.
 */
export function CurrencyPicker({ pageCurrency }: { readonly pageCurrency: Currency }) {
  const { data: cart } = useCart();
  const router = useRouter();
  const change = useSetCurrency();
  const [isRepricing, startRepricing] = useTransition();
  const current = cart?.currency ?? pageCurrency;
  const shown = change.chosen ?? current;
  if (cart?.unresolvedOrderId) return <FixedCurrency currency={current} orderId={cart.unresolvedOrderId} />;
  const isBusy = change.isPending || isRepricing;
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
        onChange={({ target: { value } }) => {
          if (!isCurrency(value)) return;
          change.set(value, () => startRepricing(() => router.refresh()));
        }}
      >
        {currencyCodes.map((code) => (
          <option key={code} value={code}>
            {currencies[code].name} ({code})
          </option>
        ))}
      </select>
      <span role="status" className="sr-only">
        {change.isSuccess && !isRepricing && `All prices are in ${currencies[current].name} (${current}).`}
      </span>
      {change.isError && (
        <HeaderNote onClose={() => change.reset()}>
          The currency could not be changed. All prices are still in {currencies[current].name} ({current}).
        </HeaderNote>
      )}
    </div>
  );
}
