import Link from 'next/link';
import type { Currency } from '@/platform/currencies';
import { Picture } from '../primitives/picture';
import { CartLink } from './cart-link';
import { CurrencyPicker } from './currency-picker';

/** @param currency the one that the pages of this request are priced in */
export function SiteHeader({ currency }: { readonly currency: Currency }) {
  return (
    <header className="sticky top-0 z-40 border-b-2 border-line bg-page">
      <nav
        aria-label="Shop"
        className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:h-18 sm:px-6"
      >
        <Link href="/" className="group flex items-center gap-2 rounded-lg">
          <Picture
            src="/logo.svg"
            alt=""
            width={44}
            height={44}
            className="size-10 transition-[scale] duration-100 group-active:scale-y-75 sm:size-11"
          />
          <span className="font-display text-2xl font-extrabold tracking-tight max-[27rem]:sr-only sm:text-[1.7rem]">
            Doubletap
          </span>
        </Link>
        <div className="flex items-center gap-1 sm:gap-3">
          <Link
            href="/orders"
            className="inline-flex min-h-11 items-center rounded-lg px-2.5 font-semibold hover:bg-sunken sm:px-3"
          >
            Orders
          </Link>
          <CurrencyPicker pageCurrency={currency} />
          <CartLink />
        </div>
      </nav>
    </header>
  );
}
