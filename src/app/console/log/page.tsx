import type { Metadata } from 'next';
import { LogPage } from '@/ui/console/log-page';

export const metadata: Metadata = { title: 'Action log' };

export default function Page() {
  return <LogPage />;
}
