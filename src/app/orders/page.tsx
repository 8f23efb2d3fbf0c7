import type { Metadata } from 'next';
import { OrdersPage } from '@/ui/order/orders-page';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your orders' };

export default function Page() {
  return <OrdersPage />;
}
