import type { Metadata } from 'next';
import { LedgerPage } from '@/ui/console/ledger-page';

export const metadata: Metadata = { title: 'Ledger' };

export default function Page() {
  return <LedgerPage />;
}
