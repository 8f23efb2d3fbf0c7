import type { Metadata } from 'next';
import { DoubtsPage } from '@/ui/console/doubts-page';

export const metadata: Metadata = { title: 'In doubt' };

export default function Page() {
  return <DoubtsPage />;
}
