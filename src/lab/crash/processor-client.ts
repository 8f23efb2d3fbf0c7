import Stripe from 'stripe';
import type { WiredShop } from '@/lab/wired-shop';

/** The processor's API, as its account holder sees it. */
export function processorOf({ processorUrl }: WiredShop): Stripe {
  const { hostname: host, port } = new URL(processorUrl);
  return new Stripe('sk_test_demo', { host, port, protocol: 'http', maxNetworkRetries: 0 });
}
