import type { Metadata } from 'next';
import { OrderPage } from '@/ui/console/order-page';

export const metadata: Metadata = { title: 'Order' };

export default function Page() {
  return <OrderPage />;
}
