import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forReactQuery, RetryBudget, read, retryLimits, systemClock } from '@/retry';
import { failureOfAttempt } from './attempts';

/**
 * A page's cache, and its one retrying layer: reads, and changes of the cart, which may be repeated like reads. All of
 * them are paid from one budget. Pay has a bucket of its own.
 */
export function makeQueryClient(): QueryClient {
  const budget = new RetryBudget(retryLimits, systemClock);
  const answers = forReactQuery(read, { failureOf: failureOfAttempt, random: Math.random, budget });
  // "online" would hold everything back while the browser is offline: a read would show nothing for ever, and a change
  // would be queued and go out later by itself. This way both say that there is no connection.
  const networkMode = 'always';
  const queryCache = new QueryCache();
  // A fetch is an original; its repeats do not begin a new one.
  queryCache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') budget.deposit();
  });
  const client = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onMutate: (_variables, { options: { mutationKey } }) => {
        if (mutationKey?.[0] === 'cart') budget.deposit();
      },
    }),
    defaultOptions: {
      queries: { networkMode, refetchOnReconnect: true, staleTime: 5_000, ...answers },
      mutations: { networkMode },
    },
  });
  client.setMutationDefaults(['cart'], answers);
  return client;
}
