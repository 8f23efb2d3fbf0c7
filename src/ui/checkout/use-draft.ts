'use client';

import { useState, useSyncExternalStore } from 'react';
import { loadDraft } from './checkout-draft';
import { type CheckoutFields, emptyCheckout } from './checkout-values';

const never = () => () => {};

/** What was typed before the page was loaded, as of now. The shop does not have it, so it sends an empty form. */
export function useDraft(): CheckoutFields {
  const [load] = useState(() => {
    let draft: CheckoutFields | undefined;
    return () => {
      draft ??= loadDraft();
      return draft;
    };
  });
  return useSyncExternalStore(never, load, () => emptyCheckout);
}
