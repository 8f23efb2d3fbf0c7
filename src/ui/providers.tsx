'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retryDelayOfRead, retryRead } from './queries';

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retryRead, retryDelay: retryDelayOfRead, staleTime: 5_000 },
      // "online" would queue a press that was made offline and fire it later by itself.
      mutations: { networkMode: 'always' },
    },
  });
}

/** What every page needs around it: the cache of what the browser has read. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
