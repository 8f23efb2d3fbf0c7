import type { Metadata } from 'next';
import { JobsPage } from '@/ui/console/jobs-page';

export const metadata: Metadata = { title: 'Jobs' };

export default function Page() {
  return <JobsPage />;
}
