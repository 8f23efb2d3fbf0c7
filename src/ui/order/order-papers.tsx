'use client';

import { Mail, Printer } from 'lucide-react';
import { Button } from '../primitives/button';
import type { OrderOfShopper } from '../queries';

const linkClass =
  'key key-paper inline-flex min-h-11 items-center gap-2 rounded-lg px-3.5 text-[0.95rem] font-semibold [--depth:4px]';

/** What a shopper takes along: the page on paper, and the receipt as it was mailed. */
export function OrderPapers({ order: { receipt, paidAt } }: { readonly order: OrderOfShopper }) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Button look="secondary" size="small" className="min-h-11" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" /> Print
      </Button>
      {receipt && (
        <a href={receipt.path} target="_blank" rel="noreferrer" className={linkClass}>
          <Mail aria-hidden className="size-5" /> Receipt
          <span className="sr-only">, as it was mailed, in a new tab</span>
        </a>
      )}
      {paidAt && !receipt && <p className="text-muted">The receipt is being written.</p>}
    </div>
  );
}
