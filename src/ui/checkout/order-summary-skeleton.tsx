import { Loading, Skeleton } from '../primitives/skeleton';

export function OrderSummarySkeleton() {
  return (
    <Loading what="your order">
      <Skeleton className="h-96 w-full rounded-2xl" />
      <Skeleton className="mt-6 h-72 w-full rounded-[2rem]" />
    </Loading>
  );
}
