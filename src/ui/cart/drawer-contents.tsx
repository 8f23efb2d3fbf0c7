import type { CartView } from '@/checkout/cart';
import { formatMoney } from '@/platform/money';
import { Button, ButtonLink } from '../primitives/button';
import { ErrorPanel } from '../primitives/error-panel';
import { Notice } from '../primitives/notice';
import { Picture } from '../primitives/picture';
import { ReceiptRow } from '../primitives/receipt';
import { useCart, useHasLostChange, useIsCartChanging, useSetQuantity } from '../queries';
import { CartLine } from './cart-line';
import { LinesSkeleton } from './cart-skeleton';
import { UnresolvedNotice } from './unresolved-notice';

/** What the cart's drawer shows: the lines, what they come to, and the ways on. */
export function DrawerContents({
  onClose,
  onRemoved,
}: {
  readonly onClose: () => void;
  /** The line that had the focus is gone. */
  readonly onRemoved: () => void;
}) {
  const { data: cart, error, refetch } = useCart();
  const { set } = useSetQuantity();
  const hasLostChange = useHasLostChange();
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        {cart?.unresolvedOrderId && <UnresolvedNotice orderId={cart.unresolvedOrderId} />}
        {hasLostChange && (
          <div role="alert" className="mb-2">
            <Notice tone="danger" title="The last change did not get through.">
              <p>Below is what the shop holds. Please try again.</p>
            </Notice>
          </div>
        )}
        {!cart && !error && <LinesSkeleton />}
        {!cart && error && (
          <ErrorPanel title="Your cart could not be loaded." onRetry={() => void refetch()}>
            It is safe with the shop. The connection may be slow or gone.
          </ErrorPanel>
        )}
        {cart?.lines.length === 0 && <NothingYet onClose={onClose} />}
        {cart && cart.lines.length > 0 && (
          <ul className="-my-4 divide-y-2 divide-line">
            {cart.lines.map((line) => (
              <CartLine
                key={line.productId}
                line={line}
                onSet={(quantity) => set(line, quantity)}
                onRemove={() => {
                  set(line, 0);
                  onRemoved();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {cart && cart.lines.length > 0 && <WaysOn cart={cart} />}
    </>
  );
}

function NothingYet({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <Picture src="/empty-cart.svg" alt="" width={400} height={300} className="h-auto w-60" />
      <p className="font-display text-2xl font-extrabold">There is nothing in it yet.</p>
      <p className="text-muted">Go and press something.</p>
      <Button onClick={onClose}>Go on looking</Button>
    </div>
  );
}

function WaysOn({ cart }: { readonly cart: CartView }) {
  const isChanging = useIsCartChanging();
  return (
    <footer className="border-t-2 border-line bg-surface px-5 pt-3 pb-5">
      <dl aria-busy={isChanging}>
        <ReceiptRow label="Subtotal">{formatMoney(cart.subtotal)}</ReceiptRow>
        {cart.promo && cart.discount.amount > 0 && (
          <ReceiptRow label={`Discount (${cart.promo.code})`}>−{formatMoney(cart.discount)}</ReceiptRow>
        )}
      </dl>
      <p className="mb-3 text-sm text-muted">Shipping and tax come with the checkout.</p>
      <div className="flex gap-3">
        <ButtonLink href="/cart" look="secondary" className="flex-1">
          To the cart
        </ButtonLink>
        <ButtonLink href="/checkout" className="flex-[1.6]">
          To the checkout
        </ButtonLink>
      </div>
    </footer>
  );
}
