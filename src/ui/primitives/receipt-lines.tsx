import type { CartLineView } from '@/checkout/cart';
import { formatMoney } from '@/platform/money';
import { Picture } from './picture';

/** What a receipt is for, line by line. */
export function ReceiptLines({
  lines,
}: {
  readonly lines: readonly Omit<CartLineView, 'available' | 'slug'>[];
}) {
  return (
    <ul className="mb-4 grid gap-3">
      {lines.map((line) => (
        <li key={line.productId} className="flex items-center gap-3">
          <span
            data-accent={line.accent}
            className="tile grid size-14 shrink-0 place-items-center rounded-xl"
          >
            <Picture src={line.image} alt="" width={800} height={800} className="h-auto w-4/5" />
          </span>
          <span className="min-w-0 flex-1 leading-snug font-semibold">
            {line.name}
            <span className="block text-sm font-normal text-muted">
              {line.quantity} × {formatMoney(line.unitPrice)}
            </span>
          </span>
          <span className="tabular-nums">{formatMoney(line.lineTotal)}</span>
        </li>
      ))}
    </ul>
  );
}
