import { Loading, Skeleton } from '../primitives/skeleton';

export const shelfClass =
  'mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-5 gap-y-7';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function ProductShelfSkeleton() {
  return (
    <Loading what="the products">
      <div className="flex gap-2.5 overflow-hidden py-1">
        {places.slice(0, 5).map((place) => (
          <Skeleton key={place} className="h-12 w-32 shrink-0 rounded-xl" />
        ))}
      </div>
      <ul className={shelfClass}>
        {places.map((place) => (
          <li key={place} className="grid gap-3">
            <Skeleton className="aspect-square w-full rounded-3xl" />
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-10 w-full rounded-lg" />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
