'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { FoundPurchase } from './found-purchase';
import { isHeld } from './pay-button';
import type { PurchaseRunner } from './purchase-runner';
import type { PurchaseState } from './purchase-state';
import { useOutcome } from './use-outcome';

/** What the checkout leaves to the pages after it: its purchase, and how that is shown. */
interface PageOfPurchase {
  readonly runner: PurchaseRunner;
  readonly Display: typeof FoundPurchase;
}

/** A page that was loaded elsewhere than at the checkout has no purchase under way, and none of the code for it. */
export const purchases = new WeakMap<QueryClient, PageOfPurchase>();

const idle: PurchaseState = { phase: 'idle' };

export function usePurchaseState({ subscribe, getState }: PurchaseRunner): PurchaseState {
  return useSyncExternalStore(subscribe, getState, () => idle);
}

/**
 * For the cart's page: a purchase that goes on while the shopper looks at the cart. One that was left behind by an earlier page
 * is not sent again from here, because the cart may be about to change.
 */
export function OngoingPurchase() {
  const purchase = purchases.get(useQueryClient());
  return purchase ? <Ongoing {...purchase} /> : null;
}

function Ongoing({ runner, Display }: PageOfPurchase) {
  const state = usePurchaseState(runner);
  useOutcome(state);
  return isHeld(state) ? (
    <div className="mb-6">
      <Display state={state} onGiveUp={runner.giveUp} onReset={runner.reset} />
    </div>
  ) : null;
}

/** For the order page: whatever this tab was paying has been seen to its end. */
export function usePurchaseArrival(): void {
  const purchase = purchases.get(useQueryClient());
  useEffect(() => purchase?.runner.arrive(), [purchase]);
}
