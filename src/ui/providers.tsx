'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retryDelayOfRead, retryRead } from './queries';

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // "online" would hold everything back while the browser is offline: a read would show nothing for ever, and a press
      // would be queued and fire later by itself. This way both say that there is no connection.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryRead,
        retryDelay: retryDelayOfRead,
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** What every page needs around it: the cache of what the browser has read. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
