import { Loading, Skeleton } from '../primitives/skeleton';
import { footClass } from './card-foot';

export const shelfClass =
  'mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-5 gap-y-7';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The shelf before it is there, every part in its size. */
export function ProductShelfSkeleton() {
  return (
    <Loading what="the products">
      <Skeleton className="mb-3 h-12 w-full rounded-xl" />
      <div className="flex gap-2.5 overflow-hidden pt-1 pb-2">
        {places.slice(0, 5).map((place) => (
          <Skeleton key={place} className="h-11 w-32 shrink-0 rounded-xl" />
        ))}
      </div>
      <div className="mt-2 flex h-11 items-center justify-between gap-3">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-6 w-32" />
      </div>
      <ul className={shelfClass}>
        {places.map((place) => (
          <li key={place} className="overflow-hidden rounded-3xl border-2 border-line bg-surface">
            <Skeleton className="aspect-[4/3] w-full rounded-none sm:aspect-square" />
            <div className="grid gap-3 p-4">
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-5 w-full" />
              <div className="@container pt-1">
                <div className={footClass}>
                  <Skeleton className="h-7 w-24 @2xs:h-11" />
                  <Skeleton className="h-11 @2xs:w-34" />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}
