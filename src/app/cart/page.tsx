import type { Metadata } from 'next';
import { CartPage } from '@/ui/cart/cart-page';
import { ShopClient } from '@/ui/shop-client';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your cart' };

export default function Page() {
  return (
    <ShopClient>
      <CartPage />
    </ShopClient>
  );
}
