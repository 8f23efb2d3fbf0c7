import { Loading, Skeleton } from '../primitives/skeleton';

/** The lines of a cart that is still coming. */
export function LinesSkeleton() {
  return (
    <Loading what="your cart">
      <ul className="divide-y-2 divide-line">
        {['a', 'b'].map((place) => (
          <li key={place} className="@container py-5">
            <div className="flex gap-4">
              <Skeleton className="size-24 shrink-0 rounded-2xl @lg:size-32" />
              <div className="grid flex-1 content-start gap-3">
                <Skeleton className="h-6 w-2/3" />
                <Skeleton className="h-4 w-1/4" />
                <Skeleton className="h-11 w-36 rounded-xl" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}

export function CartSkeleton() {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
      <div className="border-y-2 border-line">
        <LinesSkeleton />
      </div>
      <Skeleton className="h-80 w-full rounded-3xl" />
    </div>
  );
}
