'use client';

import { Button } from '../primitives/button';
import { useAddress } from './use-address';

/** From one page of a long list to the older one, and back to the newest. Where it begins stands in the address. */
export function Pager({ next }: { readonly next: string | null }) {
  const { get, set } = useAddress();
  return (
    <div className="flex flex-wrap gap-3">
      {get('before') !== undefined && (
        <Button size="small" look="secondary" onClick={() => set({ before: undefined })}>
          Newest
        </Button>
      )}
      {next !== null && (
        <Button size="small" look="secondary" onClick={() => set({ before: next })}>
          Older
        </Button>
      )}
    </div>
  );
}
