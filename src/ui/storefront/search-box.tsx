import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { maxQueryLength, type ShelfView } from './shelf-view';

/** Where to say what one is looking for. Until its script has come it is a form that asks the shop. */
export function SearchBox({
  view,
  onType,
  onSettle,
}: {
  readonly view: ShelfView;
  readonly onType: (text: string) => void;
  /** What was typed is complete for now. */
  readonly onSettle: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="mb-3 block">
      <form
        action="/"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          onSettle();
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2"
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search the shop"
          placeholder="Something that goes ding"
          value={view.query}
          maxLength={maxQueryLength}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
          onBlur={onSettle}
          className="h-12 w-full rounded-xl border-2 border-line-strong bg-surface pr-12 pl-11 text-base placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {view.query !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              onType('');
              input.current?.focus();
            }}
            className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-[0.6rem] hover:bg-sunken"
          >
            <X aria-hidden className="size-5" />
          </button>
        )}
        {view.category !== null && <input type="hidden" name="category" value={view.category} />}
        {view.sort !== 'featured' && <input type="hidden" name="sort" value={view.sort} />}
      </form>
    </search>
  );
}
