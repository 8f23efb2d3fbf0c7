import { OverviewPage } from '@/ui/console/overview-page';

export default function Page() {
  return <OverviewPage />;
}
