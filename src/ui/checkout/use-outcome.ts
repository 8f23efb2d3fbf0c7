'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useRefreshCart } from '../queries';
import type { PurchaseState } from './purchase-state';

/** Follows a purchase to its order. What the page has read of the cart is out of date after every outcome. */
export function useOutcome(state: PurchaseState): void {
  const router = useRouter();
  const refreshCart = useRefreshCart();
  useEffect(() => {
    if (state.phase === 'paid' || state.phase === 'already_ordered' || state.phase === 'refused')
      void refreshCart();
    if (state.phase === 'paid')
      router.replace(`/orders/${state.paid.orderId}${state.isReplayed ? '?replayed=1' : ''}`);
    if (state.phase === 'already_ordered') router.replace(`/orders/${state.orderId}?already=1`);
  }, [state, router, refreshCart]);
}
