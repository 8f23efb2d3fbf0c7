'use client';

import { ButtonLink } from '../primitives/button';
import { ErrorPanel } from '../primitives/error-panel';
import { Picture } from '../primitives/picture';
import { Loading, Skeleton } from '../primitives/skeleton';
import { useOrders } from '../queries';
import { OrderList } from './order-list';

export function OrdersPage() {
  const { data: orders, error, refetch } = useOrders();
  return (
    <div className="py-8">
      <h1 className="mb-6 text-4xl sm:text-6xl">Your orders</h1>
      {!orders && !error && (
        <Loading what="your orders">
          <div className="grid gap-3.5">
            {['a', 'b', 'c'].map((place) => (
              <Skeleton key={place} className="h-20 w-full rounded-2xl" />
            ))}
          </div>
        </Loading>
      )}
      {!orders && error && (
        <ErrorPanel title="Your orders could not be loaded." onRetry={() => void refetch()}>
          They are safe with the shop. The connection may be slow or gone.
        </ErrorPanel>
      )}
      {orders?.length === 0 && (
        <div className="flex flex-col items-center gap-4 rounded-3xl border-2 border-line bg-surface px-6 py-10 text-center">
          <Picture src="/empty-cart.svg" alt="" width={400} height={300} className="h-auto w-72" />
          <h2 className="text-3xl">You have not ordered anything yet.</h2>
          <ButtonLink href="/">See what there is</ButtonLink>
        </div>
      )}
      {orders && orders.length > 0 && <OrderList orders={orders} />}
    </div>
  );
}
