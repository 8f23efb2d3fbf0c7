import type { ReactNode } from 'react';
import { ShopClient } from '@/ui/shop-client';

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <ShopClient>{children}</ShopClient>;
}
