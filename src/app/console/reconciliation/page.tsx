import type { Metadata } from 'next';
import { ReconciliationPage } from '@/ui/console/reconciliation-page';

export const metadata: Metadata = { title: 'Reconciliation' };

export default function Page() {
  return <ReconciliationPage />;
}
