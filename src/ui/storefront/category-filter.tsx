import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { addressOf, type ShelfView } from './shelf-view';

/** Which part of the shop is shown. Each is a link, so that it can be opened in a tab of its own. */
export function CategoryFilter({
  categories,
  view,
  onChoose,
}: {
  readonly categories: readonly string[];
  readonly view: ShelfView;
  readonly onChoose: (category: string | null) => void;
}) {
  const strip = useRef<HTMLElement>(null);
  const chosen = useRef<HTMLLIElement>(null);
  // On a phone the categories are a strip, in which the chosen one is not to be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on which one is chosen.
  useEffect(() => {
    const { offsetLeft = 0, offsetWidth = 0 } = chosen.current ?? {};
    strip.current?.scrollTo({ left: offsetLeft - (strip.current.clientWidth - offsetWidth) / 2 });
  }, [view.category]);
  return (
    <nav ref={strip} aria-label="Categories" className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-2.5 py-1 sm:flex-wrap">
        {[null, ...categories].map((category) => (
          <li key={category} ref={category === view.category ? chosen : undefined} className="shrink-0">
            <Link
              href={addressOf({ ...view, category })}
              scroll={false}
              prefetch={false}
              aria-current={category === view.category ? 'true' : undefined}
              data-down={category === view.category}
              onNavigate={(event) => {
                event.preventDefault();
                onChoose(category);
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
