'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FoundPurchase } from './found-purchase';
import { purchases, usePurchaseState } from './ongoing-purchase';
import { PurchaseRunner } from './purchase-runner';
import type { PurchaseState } from './purchase-state';

function runnerOf(queryClient: QueryClient): PurchaseRunner {
  const { runner } = purchases.get(queryClient) ?? { runner: new PurchaseRunner(queryClient) };
  purchases.set(queryClient, { runner, Display: FoundPurchase });
  return runner;
}

type Purchase = { readonly state: PurchaseState } & Pick<PurchaseRunner, 'pay' | 'giveUp' | 'reset'>;

/** The tab's purchase: its state, and what can be done with it. One that is found from before goes on by itself. */
export function usePurchase(): Purchase {
  const runner = runnerOf(useQueryClient());
  const { resume, pay, giveUp, reset } = runner;
  useEffect(() => resume(), [resume]);
  return { state: usePurchaseState(runner), pay, giveUp, reset };
}
