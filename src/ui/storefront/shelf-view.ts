/** What of the shelf is shown, and in which order. It lives in the page's address. */
export interface ShelfView {
  /** What the search box holds, as it was typed. */
  readonly query: string;
  /** One category, or everything. */
  readonly category: string | null;
  readonly sort: Sort;
}

export const sorts = {
  featured: 'Our order',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  name: 'Name, A to Z',
} as const;

export type Sort = keyof typeof sorts;

export const sortNames = Object.keys(sorts) as readonly Sort[]; // the keys of a constant are its type

export function isSort(name: unknown): name is Sort {
  return typeof name === 'string' && Object.hasOwn(sorts, name);
}

/** More than this is no search, and would only make the address long. */
export const maxQueryLength = 80;

/** Reads an address. A category or an order that there is not counts as none. */
export function readShelfView(
  address: Pick<URLSearchParams, 'get'>,
  categories: readonly string[],
): ShelfView {
  const category = address.get('category');
  const sort = address.get('sort');
  return {
    query: (address.get('q') ?? '').slice(0, maxQueryLength),
    category: category !== null && categories.includes(category) ? category : null,
    sort: isSort(sort) ? sort : 'featured',
  };
}

/** The address of a view: what is as usual is left out, so that one view has one address. */
export function addressOf({ query, category, sort }: ShelfView): string {
  const address = new URLSearchParams();
  if (query.trim() !== '') address.set('q', query);
  if (category !== null) address.set('category', category);
  if (sort !== 'featured') address.set('sort', sort);
  return address.size === 0 ? '/' : `/?${address}`;
}
