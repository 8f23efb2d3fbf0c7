import Link from 'next/link';
import { linkClass } from '../primitives/button';
import { Notice } from '../primitives/notice';

/** Another purchase of this shopper is still being settled: in another tab, or from before. */
export function UnresolvedNotice({ orderId }: { readonly orderId: string }) {
  return (
    <div className="mb-6">
      <Notice tone="waiting" title="A payment of yours is still being checked." data-testid="unresolved">
        <p>
          You do not have to pay again. Nobody is charged twice, and the order shows the outcome as soon as it
          is known.
        </p>
        <Link href={`/orders/${orderId}`} className={linkClass}>
          Look at that order
        </Link>
      </Notice>
    </div>
  );
}
