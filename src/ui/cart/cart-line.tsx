import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { CartLineView } from '@/checkout/cart';
import { maxQuantity } from '@/checkout/max-quantity';
import { formatMoney } from '@/platform/money';
import { Picture } from '../primitives/picture';
import { QuantityStepper } from '../primitives/quantity-stepper';
import { isScarce, StockHint } from '../storefront/stock-hint';

export function CartLine({
  line,
  isFirst = false,
  onSet,
  onRemove,
}: {
  readonly line: CartLineView;
  /** In sight when the page opens: its picture comes before the rest. */
  readonly isFirst?: boolean;
  readonly onSet: (quantity: number) => void;
  readonly onRemove: () => void;
}) {
  const isShort = line.quantity > line.available;
  return (
    <li className="@container py-5">
      <div className="flex gap-4 @lg:gap-6">
        <Link
          href={`/products/${line.slug}`}
          tabIndex={-1}
          aria-hidden
          data-accent={line.accent}
          className="tile grid size-24 shrink-0 place-items-center rounded-2xl @lg:size-32"
        >
          <Picture
            src={line.image}
            alt=""
            width={800}
            height={800}
            fetchPriority={isFirst ? 'high' : 'auto'}
            className="h-auto w-4/5"
          />
        </Link>
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div className="flex flex-col gap-x-4 gap-y-1 @sm:flex-row @sm:items-start @sm:justify-between">
            <div className="min-w-0">
              <h2 className="text-xl leading-tight font-bold wrap-anywhere">
                <Link href={`/products/${line.slug}`} className="rounded-sm hover:underline">
                  {line.name}
                </Link>
              </h2>
              <p className="text-muted">
                {formatMoney(line.unitPrice)} each
                {isScarce(line.available) && (
                  <>
                    {' · '}
                    <StockHint available={line.available} />
                  </>
                )}
              </p>
            </div>
            <p className="font-display text-xl font-extrabold tabular-nums">{formatMoney(line.lineTotal)}</p>
          </div>
          {isShort && (
            <p className="font-semibold text-danger">
              {line.available === 0
                ? 'This has sold out meanwhile. Please remove it.'
                : `Only ${line.available} of these can be had. Please take fewer.`}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <QuantityStepper
              label={line.name}
              value={line.quantity}
              most={Math.min(Math.max(line.available, line.quantity), maxQuantity)}
              onChange={onSet}
            />
            <button
              type="button"
              onClick={onRemove}
              aria-label={`Remove ${line.name}`}
              className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-2 font-semibold text-muted hover:bg-sunken hover:text-text"
            >
              <Trash2 aria-hidden className="size-5" /> <span className="@max-lg:sr-only">Remove</span>
            </button>
          </div>
        </div>
      </div>
    </li>
  );
}
