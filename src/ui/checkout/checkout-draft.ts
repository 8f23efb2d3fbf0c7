import { z } from 'zod';
import { shippingOptionIds } from '@/checkout/quote';
import { type CheckoutFields, emptyCheckout } from './checkout-values';
import type { TabStorage } from './purchase-storage';

/**
 * What was typed at the checkout, for as long as the tab lives, so that a reload loses none of it. The card is not in it: it is
 * kept nowhere.
 */
const draft = z.object({
  email: z.string(),
  shippingAddress: z.object({
    name: z.string(),
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    region: z.string(),
    postalCode: z.string(),
    country: z.string(),
  }),
  shippingOptionId: z.enum(shippingOptionIds),
});

const item = 'doubletap.checkout';

/** @param storage asked for each time: where it is forbidden, already its name throws */
export function saveDraft(values: CheckoutFields, storage: () => TabStorage = () => sessionStorage): void {
  try {
    // What is no draft is stripped, so the card never gets into the storage.
    storage().setItem(item, JSON.stringify(draft.parse(values)));
  } catch {
    // Full or forbidden: the form works without, it only does not survive a reload.
  }
}

/** What was typed before the page was loaded; an empty checkout where nothing was. */
export function loadDraft(storage: () => TabStorage = () => sessionStorage): CheckoutFields {
  try {
    const { success, data } = draft.safeParse(JSON.parse(storage().getItem(item) ?? 'null'));
    return success ? { ...emptyCheckout, ...data } : emptyCheckout;
  } catch {
    return emptyCheckout; // forbidden, or not ours
  }
}
