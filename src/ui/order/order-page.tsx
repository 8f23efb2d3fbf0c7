'use client';

import { errorData } from '@/trpc/client';
import { usePurchaseArrival } from '../checkout/ongoing-purchase';
import { ButtonLink } from '../primitives/button';
import { ErrorPanel } from '../primitives/error-panel';
import { Notice } from '../primitives/notice';
import { Picture } from '../primitives/picture';
import { Loading, Skeleton } from '../primitives/skeleton';
import { useOrder } from '../queries';
import { OrderDetails } from './order-details';

/** How the shopper came here: by an ordinary way, by an answer that was there already, or with a cart that had been ordered. */
export type Arrival = 'plain' | 'replayed' | 'already_ordered';

interface Props {
  readonly orderId: string;
  /** Of the order's link, for whoever is not its shopper. */
  readonly token: string | undefined;
  readonly arrival: Arrival;
}

export function OrderPage({ orderId, token, arrival }: Props) {
  const { data: order, error, refetch } = useOrder(orderId, token);
  usePurchaseArrival();
  return (
    <div className="grid gap-6 py-8">
      {arrival !== 'plain' && <ArrivalNotice arrival={arrival} />}
      {order && <OrderDetails order={order} />}
      {!order && !error && <OrderSkeleton />}
      {!order && error && (isMissing(error) ? <MissingOrder /> : <Failure onRetry={() => void refetch()} />)}
    </div>
  );
}

function ArrivalNotice({ arrival }: { readonly arrival: Exclude<Arrival, 'plain'> }) {
  return (
    <div className="print:hidden">
      {arrival === 'replayed' ? (
        <Notice tone="success" title="Your first tap had already gone through." data-testid="replayed">
          <p>You were charged once.</p>
        </Notice>
      ) : (
        <Notice tone="info" title="This cart had already been ordered." data-testid="already-ordered">
          <p>Here is the order. Nothing more was charged.</p>
        </Notice>
      )}
    </div>
  );
}

function isMissing(error: Error): boolean {
  const reason = errorData(error)?.reason;
  return reason === 'not_found' || reason === 'invalid_input';
}

function MissingOrder() {
  return (
    <div className="flex flex-col items-center gap-5 py-10 text-center">
      <Picture
        src="/not-found.svg"
        loading="lazy"
        alt=""
        width={400}
        height={300}
        className="h-auto w-full max-w-xs"
      />
      <h1 className="text-4xl">There is no such order.</h1>
      <p className="max-w-md text-muted">
        Orders belong to the browser they were made in. Perhaps this one was made in another: the link in its
        receipt opens it everywhere.
      </p>
      <ButtonLink href="/orders">Your orders</ButtonLink>
    </div>
  );
}

function Failure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <ErrorPanel heading="h1" title="The order could not be loaded." onRetry={onRetry}>
      It is safe with the shop. The connection may be slow or gone.
    </ErrorPanel>
  );
}

function OrderSkeleton() {
  return (
    <Loading what="the order">
      <Skeleton className="mb-6 h-14 w-3/4" />
      <Skeleton className="mb-6 h-24 w-full rounded-2xl" />
      <div className="grid gap-8 lg:grid-cols-[1fr_25rem]">
        <Skeleton className="h-96 w-full rounded-3xl" />
        <Skeleton className="h-80 w-full rounded-3xl" />
      </div>
    </Loading>
  );
}
