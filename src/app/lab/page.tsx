import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LivePage } from '@/ui/lab/live/live-page';
import { OwnClient } from '@/ui/own-client';

export const metadata: Metadata = {
  title: 'The laboratory',
  description: 'Break a purchase, and watch why nothing is charged twice.',
};

export default function Page() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-4">
      <header className="grid gap-2">
        <h1 className="text-4xl">The laboratory</h1>
        <p className="max-w-prose text-lg text-muted">
          Choose what goes wrong, press Pay, and watch every message between browser, shop, database and card
          processor.
        </p>
      </header>
      <OwnClient>
        <Suspense>
          <LivePage />
        </Suspense>
      </OwnClient>
    </div>
  );
}
