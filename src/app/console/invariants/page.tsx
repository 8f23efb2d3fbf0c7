import type { Metadata } from 'next';
import { InvariantsPage } from '@/ui/console/invariants-page';

export const metadata: Metadata = { title: 'Invariants' };

export default function Page() {
  return <InvariantsPage />;
}
