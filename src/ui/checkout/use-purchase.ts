'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { PurchaseRunner } from './purchase-runner';
import type { PurchaseState } from './purchase-state';

const runners = new WeakMap<QueryClient, PurchaseRunner>();
const idle: PurchaseState = { phase: 'idle' };

function runnerOf(queryClient: QueryClient): PurchaseRunner {
  const runner = runners.get(queryClient) ?? new PurchaseRunner(queryClient);
  runners.set(queryClient, runner);
  return runner;
}

/** For the order page: whatever this tab was paying has been seen to its end. */
export function usePurchaseArrival(): void {
  const { arrive } = runnerOf(useQueryClient());
  useEffect(() => arrive(), [arrive]);
}

type Purchase = { readonly state: PurchaseState } & Pick<PurchaseRunner, 'pay' | 'giveUp' | 'reset'>;

/** The page's purchase: its state, and what can be done with it. */
export function useOngoingPurchase(): Purchase {
  const { pay, giveUp, reset, subscribe, getState } = runnerOf(useQueryClient());
  return { state: useSyncExternalStore(subscribe, getState, () => idle), pay, giveUp, reset };
}

/** The tab's purchase. One that is found from before goes on by itself. */
export function usePurchase(): Purchase {
  const { resume } = runnerOf(useQueryClient());
  useEffect(() => resume(), [resume]);
  return useOngoingPurchase();
}
