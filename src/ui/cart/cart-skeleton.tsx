import { Loading, Skeleton } from '../primitives/skeleton';

export function CartSkeleton() {
  return (
    <Loading what="your cart">
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
        <ul className="divide-y-2 divide-line border-y-2 border-line">
          {['a', 'b'].map((place) => (
            <li key={place} className="flex gap-4 py-5">
              <Skeleton className="size-24 shrink-0 rounded-2xl sm:size-32" />
              <div className="grid flex-1 content-start gap-3">
                <Skeleton className="h-6 w-2/3" />
                <Skeleton className="h-4 w-1/4" />
                <Skeleton className="h-11 w-36 rounded-xl" />
              </div>
            </li>
          ))}
        </ul>
        <Skeleton className="h-80 w-full rounded-3xl" />
      </div>
    </Loading>
  );
}
