'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page's scripts have taken over what the shop has sent. Until then a press would do nothing and what is typed would be lost,
 * so what needs them is `disabled`.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
