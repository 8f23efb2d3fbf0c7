'use client';

import type { ReactNode } from 'react';
import { Button } from '../primitives/button';
import { useRunNow } from './queries';

/** Has work that comes by the clock done now, by the next free worker. */
export function RunNow({
  queue,
  children,
}: {
  readonly queue: Parameters<ReturnType<typeof useRunNow>['mutate']>[0];
  readonly children: ReactNode;
}) {
  const { mutate, isPending, isSuccess, error } = useRunNow();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="small"
        look="secondary"
        isBusy={isPending}
        onClick={() => {
          if (!isPending) mutate(queue);
        }}
      >
        {children}
      </Button>
      <span role="status" className="text-sm">
        {isSuccess && 'The next free worker does it.'}
        {error && `It was not asked for: ${error.message}`}
      </span>
    </span>
  );
}
