'use client';

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { read } from '@/retry';
import { errorData } from '@/trpc/client';
import { operatorApi } from '@/trpc/operator/client';
import type { ConsoleRouter } from '@/trpc/operator/console-router';

/** Everything that the console reads and does. Reads are repeated as all reads of the shop are; what an operator does is not. */

type Inputs = inferRouterInputs<ConsoleRouter>['operator'];
export type Told = inferRouterOutputs<ConsoleRouter>['operator'];
export type KeyName = Inputs['key'];

/** How often something that moves by itself is looked at again while the page is visible, in milliseconds. */
const movingEveryMs = 2_000;
/** The same for what comes every few minutes. */
const slowlyEveryMs = 15_000;

const root = 'console';
export const sessionKey = [root, 'session'] as const;

function bounded(signal: AbortSignal): { signal: AbortSignal } {
  return { signal: AbortSignal.any([signal, AbortSignal.timeout(read.attemptTimeoutMs)]) };
}

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => operatorApi.session.get.query(undefined, bounded(signal)),
    staleTime: 60_000,
  });
}

/** Signs in. The token is sent once and kept nowhere in the page. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { token: string; who: string }) => operatorApi.session.signIn.mutate(given),
    onSuccess: () => client.invalidateQueries({ queryKey: [root] }),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => operatorApi.session.signOut.mutate(),
    // Nothing of what an operator has read stays in the page.
    onSuccess: () => client.resetQueries({ queryKey: [root] }),
  });
}

/** Whether a call was refused because the operator's session is over. */
export function isSignedOut(error: unknown): boolean {
  return errorData(error)?.reason === 'unauthenticated';
}

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: [root, 'search', text],
    queryFn: ({ signal }) => operatorApi.operator.search.query({ text }, bounded(signal)),
    enabled: text !== '',
  });

export const keyQuery = (key: KeyName | null) =>
  queryOptions({
    queryKey: [root, 'key', key],
    queryFn: ({ signal }) =>
      operatorApi.operator.key.query(key ?? { scope: '', operation: '', key: '' }, bounded(signal)),
    enabled: key !== null,
    refetchInterval: movingEveryMs,
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [root, 'order', orderId],
    queryFn: ({ signal }) => operatorApi.operator.order.query({ orderId }, bounded(signal)),
    enabled: orderId !== '',
    refetchInterval: slowlyEveryMs,
  });

export const doubtsQuery = queryOptions({
  queryKey: [root, 'doubts'],
  queryFn: ({ signal }) => operatorApi.operator.doubts.query(undefined, bounded(signal)),
  refetchInterval: movingEveryMs,
});

export const paymentsQuery = (input: Inputs['payments']) =>
  queryOptions({
    queryKey: [root, 'payments', input],
    queryFn: ({ signal }) => operatorApi.operator.payments.query(input, bounded(signal)),
  });

export const trialBalanceQuery = queryOptions({
  queryKey: [root, 'trialBalance'],
  queryFn: ({ signal }) => operatorApi.operator.trialBalance.query(undefined, bounded(signal)),
});

export const transactionsQuery = (input: Inputs['transactions']) =>
  queryOptions({
    queryKey: [root, 'transactions', input],
    queryFn: ({ signal }) => operatorApi.operator.transactions.query(input, bounded(signal)),
  });

export const reconciliationsQuery = (onlyFindings: boolean) =>
  queryOptions({
    queryKey: [root, 'reconciliations', onlyFindings],
    queryFn: ({ signal }) => operatorApi.operator.reconciliations.query({ onlyFindings }, bounded(signal)),
    refetchInterval: slowlyEveryMs,
  });

export const reconciliationQuery = (runId: string) =>
  queryOptions({
    queryKey: [root, 'reconciliation', runId],
    queryFn: ({ signal }) => operatorApi.operator.reconciliation.query({ runId }, bounded(signal)),
    enabled: runId !== '',
  });

export const jobsQuery = queryOptions({
  queryKey: [root, 'jobs'],
  queryFn: ({ signal }) => operatorApi.operator.jobs.query(undefined, bounded(signal)),
  refetchInterval: movingEveryMs,
});

export const auditsQuery = queryOptions({
  queryKey: [root, 'audits'],
  queryFn: ({ signal }) => operatorApi.operator.audits.query(undefined, bounded(signal)),
  refetchInterval: movingEveryMs,
});

export const actionsQuery = (input: Inputs['actions']) =>
  queryOptions({
    queryKey: [root, 'actions', input],
    queryFn: ({ signal }) => operatorApi.operator.actions.query(input, bounded(signal)),
  });

/** Something that an operator does: afterwards, however it ended, the page reads again what is true. */
function useAct<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [root] }),
  });
}

/** Finishing waits for the processor, and settles after it: this is longer than both, in milliseconds. */
const askTimeoutMs = 35_000;

export function useAskProcessor() {
  return useAct((key: KeyName) =>
    operatorApi.operator.askProcessor.mutate(key, { signal: AbortSignal.timeout(askTimeoutMs) }),
  );
}

export function useRedrive() {
  return useAct((queue: Inputs['redrive']['queue']) => operatorApi.operator.redrive.mutate({ queue }));
}

export function useRunNow() {
  return useAct((queue: Inputs['runNow']['queue']) => operatorApi.operator.runNow.mutate({ queue }));
}

export function useFulfil() {
  return useAct(({ orderId, version }: { orderId: string; version: number }) =>
    operatorApi.operator.fulfil.mutate({ orderId }, { context: { ifMatch: version } }),
  );
}

export function useRefund() {
  return useAct(({ key, input }: { key: string; input: Inputs['refund'] }) =>
    operatorApi.operator.refund.mutate(input, {
      context: { idempotencyKey: key },
      signal: AbortSignal.timeout(askTimeoutMs),
    }),
  );
}
