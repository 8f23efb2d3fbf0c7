'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { makeQueryClient } from './query-client';

/** What every page needs around it: the cache of what the browser has read. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  useEffect(() => {
    addEventListener('pageshow', readAgain);
    return () => removeEventListener('pageshow', readAgain);
  }, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * A page out of the back/forward cache shows, and goes on with, what was true when it was left: it is loaded again. Being
 * `no-store` keeps a page out of it as a rule only; Chromium takes some in all the same.
 */
function readAgain({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}
