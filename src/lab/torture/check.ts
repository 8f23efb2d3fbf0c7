import type { Purchase } from './chronicle';

/** One thing that is not as somebody was told, or not as it must be. */
export interface Violation {
  readonly what: string;
  /** Whose purchase it is about, where that is known. */
  readonly purchase?: Purchase | undefined;
}

/** A promise of the shop, held against what is true. */
export interface Check {
  readonly name: string;
  /** How many cases were looked at. */
  readonly count: number;
  readonly violations: readonly Violation[];
}

/** Looks at every case; a problem is said in words, null is none. */
export function check<T>(
  name: string,
  cases: readonly T[],
  problem: (one: T) => string | null,
  purchaseOf: (one: T) => Purchase | undefined,
): Check {
  const violations = cases.flatMap((one) => {
    const what = problem(one);
    return what === null ? [] : [{ what, purchase: purchaseOf(one) }];
  });
  return { name, count: cases.length, violations };
}

export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): [key: string, group: T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}
