import { Skeleton } from '../primitives/skeleton';
import { OrderSummarySkeleton } from './order-summary-skeleton';

export function CheckoutSkeleton() {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_25rem]">
      <div className="grid gap-5">
        <Skeleton className="h-48 w-full rounded-3xl" />
        <Skeleton className="h-[36rem] w-full rounded-3xl" />
      </div>
      <OrderSummarySkeleton />
    </div>
  );
}
