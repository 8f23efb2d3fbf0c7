'use client';

import { FoundPurchase } from './found-purchase';
import { isHeld } from './pay-button';
import { useOutcome } from './use-outcome';
import { useOngoingPurchase } from './use-purchase';

/**
 * For the cart's page: a purchase that goes on while the shopper looks at the cart. One that was left behind by an earlier page
 * is not sent again from here, because the cart may be about to change.
 */
export function OngoingPurchase() {
  const { state, giveUp, reset } = useOngoingPurchase();
  useOutcome(state);
  return isHeld(state) ? (
    <div className="mb-6">
      <FoundPurchase state={state} onGiveUp={giveUp} onReset={reset} />
    </div>
  ) : null;
}
