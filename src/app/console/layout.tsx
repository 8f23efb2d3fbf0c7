import '@/ui/console/console.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/ui/console/console-frame';
import { OwnClient } from '@/ui/own-client';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = {
  title: { default: 'Console', template: '%s · Console' },
  robots: { index: false, follow: false },
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <OwnClient>
      <ConsoleFrame>{children}</ConsoleFrame>
    </OwnClient>
  );
}
