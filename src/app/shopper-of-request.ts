import { headers } from 'next/headers';
import { cache } from 'react';
import { env } from '@/platform/env';
import { shopperOf } from '@/platform/session';

/** Whose page it is; null for a new shopper, whose cookie is only on its way with the page (`proxy.ts`). */
export const shopperOfRequest = cache(
  async (): Promise<string | null> => shopperOf({ url: env().publicUrl, headers: await headers() }),
);
