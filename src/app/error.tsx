'use client';

import { useEffect } from 'react';
import { ErrorPanel } from '@/ui/primitives/error-panel';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <div className="py-12">
      <ErrorPanel heading="h1" title="This page could not be shown." onRetry={retry}>
        Something went wrong on our side. A purchase you have made is not affected: its order is in Your
        orders.
      </ErrorPanel>
    </div>
  );
}
