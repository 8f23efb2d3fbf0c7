import { ArrowUpDown, ChevronDown } from 'lucide-react';
import { isSort, type Sort, sortNames, sorts } from './shelf-view';

/** In which order the shelf is shown. */
export function SortSelect({
  sort,
  onChoose,
}: {
  readonly sort: Sort;
  readonly onChoose: (sort: Sort) => void;
}) {
  return (
    <div className="relative shrink-0">
      <ArrowUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-5 -translate-y-1/2"
      />
      <select
        aria-label="Sort by"
        value={sort}
        onChange={({ target: { value } }) => {
          if (isSort(value)) onChoose(value);
        }}
        className="field-sizing-content h-11 max-w-52 appearance-none rounded-lg bg-transparent pr-9 pl-10 text-base font-semibold hover:bg-sunken"
      >
        {sortNames.map((name) => (
          <option key={name} value={name}>
            {sorts[name]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2"
      />
    </div>
  );
}
