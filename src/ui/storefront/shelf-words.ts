import type { ShelfView } from './shelf-view';

/** How many things a view shows, and of what: "3 things for “bell” in Keys". */
export function countWords(count: number, { query, category }: ShelfView): string {
  const wanted = query.trim();
  return [
    count === 0 ? 'Nothing' : count === 1 ? '1 thing' : `${count} things`,
    ...(wanted === '' ? [] : [`for “${wanted}”`]),
    ...(category === null ? [] : [`in ${category}`]),
  ].join(' ');
}
