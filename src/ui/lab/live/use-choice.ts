'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';

export interface Choice {
  readonly scenario: string | undefined;
  /** Of everything that is drawn by lot. */
  readonly seed: number;
}

/** What is watched stands in the address, so that it can be shared. */
export function useChoice() {
  const search = useSearchParams();
  const path = usePathname();
  const router = useRouter();
  const seed = Number(search.get('seed') ?? 1);
  const choice: Choice = {
    scenario: search.get('scenario') ?? undefined,
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 1,
  };
  const choose = (changed: Partial<Choice>): void => {
    const next = { ...choice, ...changed };
    const address = new URLSearchParams({
      ...(next.scenario !== undefined && { scenario: next.scenario }),
      seed: String(next.seed),
    });
    router.replace(`${path}?${address}`, { scroll: false });
  };
  return { choice, choose };
}
