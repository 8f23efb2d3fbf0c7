import { ChevronDown } from 'lucide-react';
import type { CartView } from '@/checkout/cart';
import type { Quote } from '@/checkout/quote';
import { formatMoney } from '@/platform/money';
import { orderPanelId } from './pay-panel';

/** On narrow screens the order stands below the form: what it comes to stays in sight here, with a way down to it. */
export function TotalBar({ cart, quote }: { readonly cart: CartView; readonly quote: Quote | undefined }) {
  const things = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <a
      href={`#${orderPanelId}`}
      className="sticky mb-5 top-[4.5rem] z-30 flex min-h-12 items-center gap-3 rounded-xl border-2 border-line bg-surface px-4 shadow-[0_4px_0_var(--edge)] sm:top-20 lg:hidden"
    >
      <span className="flex-1 font-semibold">
        {things === 1 ? '1 thing' : `${things} things`}
        <span className="sr-only">, go to your order</span>
      </span>
      {quote && (
        <span className="font-display text-lg font-extrabold tabular-nums">{formatMoney(quote.total)}</span>
      )}
      <ChevronDown aria-hidden className="size-5 shrink-0 text-muted" />
    </a>
  );
}
