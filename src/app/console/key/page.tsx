import type { Metadata } from 'next';
import { KeyPage } from '@/ui/console/key-page';

export const metadata: Metadata = { title: 'Key' };

export default function Page() {
  return <KeyPage />;
}
