import { Button } from '../primitives/button';
import { Picture } from '../primitives/picture';
import type { ShelfView } from './shelf-view';

/** What stands in the place of a shelf on which nothing was found: what was looked for, and the ways on. */
export function EmptyShelf({
  view,
  elsewhere,
  onChoose,
}: {
  readonly view: ShelfView;
  /** How many there are in all categories. */
  readonly elsewhere: number;
  readonly onChoose: (change: Partial<ShelfView>) => void;
}) {
  return (
    <div className="mt-3 flex flex-col items-center gap-4 rounded-3xl border-2 border-line bg-surface px-6 py-10 text-center">
      <Picture src="/nothing-found.svg" alt="" width={400} height={300} className="h-auto w-64" />
      <h2 className="max-w-full text-2xl wrap-anywhere sm:text-3xl">
        Nothing here answers to “{view.query.trim()}”.
      </h2>
      <p className="max-w-md text-muted">
        A shorter word may find more. We look through names, categories and everything else we say of a thing.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {view.category !== null && elsewhere > 0 && (
          <Button onClick={() => onChoose({ category: null })}>Look in all categories ({elsewhere})</Button>
        )}
        <Button
          look={view.category !== null && elsewhere > 0 ? 'secondary' : 'primary'}
          onClick={() => onChoose({ query: '', category: null })}
        >
          Show everything
        </Button>
      </div>
    </div>
  );
}
