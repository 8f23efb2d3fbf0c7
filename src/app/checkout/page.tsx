import type { Metadata } from 'next';
import { readCartToPrice } from '@/checkout/cart';
import { defaultShippingOptionId, quote } from '@/checkout/quote';
import { env } from '@/platform/env';
import { CheckoutPage } from '@/ui/checkout/checkout-page';
import type { QuoteOfPage } from '@/ui/queries';
import { ShopClient } from '@/ui/shop-client';
import { cartOfRequest } from '../cart-of-request';
import { readForPage } from '../read-for-page';
import { shopperOfRequest } from '../shopper-of-request';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Checkout' };

export default async function Page() {
  const { processor, isDemo } = env();
  return (
    <ShopClient>
      <CheckoutPage
        processor={{ apiBase: processor.publicApiBase, publishableKey: processor.publishableKey }}
        isDemo={isDemo}
        quoteOfPage={await readQuote()}
      />
    </ShopClient>
  );
}

/** What the cart costs as long as the shopper has chosen nothing else; undefined where there is nothing to price. */
async function readQuote(): Promise<QuoteOfPage | undefined> {
  const [shopperId, cart] = await Promise.all([shopperOfRequest(), cartOfRequest()]);
  if (shopperId === null || !cart || cart.lines.length === 0) return undefined;
  return readForPage(async () => {
    const priced = await readCartToPrice(shopperId, cart.id);
    return { cartId: cart.id, quote: quote(priced, priced.promo, defaultShippingOptionId) };
  });
}
