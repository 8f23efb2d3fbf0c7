import type { Metadata } from 'next';
import { env } from '@/platform/env';
import { CheckoutPage } from '@/ui/checkout/checkout-page';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Checkout' };

export default function Page() {
  const { processor, isDemo } = env();
  return (
    <CheckoutPage
      processor={{ apiBase: processor.publicApiBase, publishableKey: processor.publishableKey }}
      isDemo={isDemo}
    />
  );
}
