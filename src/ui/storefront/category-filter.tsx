import Link from 'next/link';

/** The address of a category, or of everything. */
function addressOf(category: string | null): string {
  return category === null ? '/' : `/?${new URLSearchParams({ category })}`;
}

/** Which of the shop is shown. It is kept in the address; the shelf is there already, so nothing is fetched. */
export function CategoryFilter({
  categories,
  chosen,
}: {
  readonly categories: readonly string[];
  readonly chosen: string | null;
}) {
  return (
    <nav aria-label="Categories" className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-2.5 py-1 sm:flex-wrap">
        {[null, ...categories].map((category) => (
          <li key={category} className="shrink-0">
            <Link
              href={addressOf(category)}
              scroll={false}
              prefetch={false}
              aria-current={category === chosen ? 'true' : undefined}
              data-down={category === chosen}
              onNavigate={(event) => {
                event.preventDefault();
                window.history.pushState(null, '', addressOf(category));
              }}
              className="key key-paper inline-flex min-h-11 items-center rounded-xl px-4 font-semibold [--depth:4px] aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper dark:aria-[current]:border-paper dark:aria-[current]:bg-paper dark:aria-[current]:text-ink"
            >
              {category ?? 'Everything'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
