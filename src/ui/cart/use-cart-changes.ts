'use client';

import { useEffect, useMemo } from 'react';
import type { Currency } from '@/platform/currencies';
import type { addToCart } from './cart-changes';
import { useKnown } from './known-cart';
import type { LineOfProduct } from './with-quantity';

/** The code is not part of the pages that only show the cart: it comes when it is first wanted. One that did not get through is asked for again. */
const load = () => Promise.all([import('../shop-client'), import('./cart-changes')]);

/** Changes of the cart. A press that comes before the code waits for it. */
export function useCartChanges() {
  const known = useKnown();
  return useMemo(() => {
    const open = async () => {
      const [{ openClient }, changes] = await load();
      return { client: openClient(known), changes };
    };
    return {
      /** Somebody is about to press. */
      prepare: (): void => void open().catch(() => {}),
      add: async (product: LineOfProduct, quantity: number, most: number): ReturnType<typeof addToCart> => {
        const { client, changes } = await open();
        return changes.addToCart(client, product, quantity, most);
      },
      setCurrency: async (currency: Currency): Promise<void> => {
        const { client, changes } = await open();
        await changes.setCurrency(client, currency);
      },
    } as const;
  }, [known]);
}

/** Keeps what the page knows of the cart true: it is read anew when the page is seen again, and when it did not come with the page. */
export function useFreshCart(): void {
  const known = useKnown();
  const { prepare } = useCartChanges();
  useEffect(() => {
    if (known.first === undefined) prepare();
    const onChange = (): void => {
      if (document.visibilityState === 'visible') prepare();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [known, prepare]);
}
