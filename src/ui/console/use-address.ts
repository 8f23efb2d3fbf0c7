'use client';

import { useSearchParams } from 'next/navigation';

/** What is chosen on a page, as its address names it, and how to change it: every choice is a step in the history. */
export function useAddress() {
  const params = useSearchParams();
  return {
    /** Undefined where the address does not name it. */
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** Sets what is named, and takes out what is undefined. */
    set: (changes: Readonly<Record<string, string | undefined>>): void => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      const search = next.toString();
      window.history.pushState(null, '', search === '' ? window.location.pathname : `?${search}`);
    },
  } as const;
}
