import type { Metadata } from 'next';
import { CartPage } from '@/ui/cart/cart-page';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your cart' };

export default function Page() {
  return <CartPage />;
}
