'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Prepare } from './purchase-prepare';
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

/** The tab's purchase: its state, and the press of Pay. A purchase that is found from before goes on by itself. */
export function usePurchase(): { state: PurchaseState; pay: (prepare: Prepare) => void; reset: () => void } {
  const { resume, pay, reset, subscribe, getState } = runnerOf(useQueryClient());
  const state = useSyncExternalStore(subscribe, getState, () => idle);
  useEffect(() => resume(), [resume]);
  return { state, pay, reset };
}
