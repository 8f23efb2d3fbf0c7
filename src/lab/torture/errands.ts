import type { PayInput } from '@/checkout/input';
import type { ErrorData } from '@/platform/reasons';
import { errorData } from '@/trpc/client';
import type { CheckoutValues } from '@/ui/checkout/checkout-values';
import { createPaymentMethod } from '@/ui/checkout/payment-method';
import type { Page } from '../browser';
import type { Draw } from './draw';
import { persist } from './patience';
import type { World } from './world';

/** What is on a page when Pay is pressed. */
export interface Seen {
  readonly cartId: string;
  readonly cartVersion: number;
  readonly total: { readonly amount: number; readonly currency: string };
}

const email = 'ada@example.com';
const shippingAddress = {
  ...{ name: 'Ada Lovelace', line1: '1 Bell Street', line2: undefined },
  ...{ city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' },
};
const shippingOptionId = 'standard';

/** Reads the cart and its quote; null when there is nothing to pay for. */
export async function look({ client }: Page, draw: Draw): Promise<Seen | null> {
  const cart = await persist(draw, 'see the cart', (options) => client.cart.get.query(undefined, options));
  if (cart.lines.length === 0) return null;
  const quote = await persist(draw, 'see the total', (options) =>
    client.checkout.quote.query({ cartId: cart.id, shippingOptionId }, options),
  );
  const { amount, currency } = quote.total;
  return { cartId: cart.id, cartVersion: quote.cartVersion, total: { amount, currency } };
}

/** The input of a purchase, as the page makes it: the card is handed in at the processor. */
export async function makeInput(
  { processorUrl }: World,
  { total, ...cart }: Seen,
  card: CheckoutValues['card'],
): Promise<PayInput> {
  const processor = { apiBase: processorUrl, publishableKey: 'pk_test_demo' };
  const paymentMethodId = await createPaymentMethod(processor, card, email, shippingAddress);
  return { ...cart, expectedTotal: total, email, shippingAddress, shippingOptionId, paymentMethodId };
}

export async function fillCart(page: Page, draw: Draw, { plenty, scarce, promoCodes }: World): Promise<void> {
  for (let left = draw.whole(1, 3); left > 0; left -= 1) {
    await setItem(page, draw, draw.pick(draw.chance(0.2) ? scarce : plenty), draw.whole(1, 2));
  }
  if (draw.chance(0.3)) await applyPromo(page, draw, draw.pick(promoCodes));
}

export async function setItem(
  { client }: Page,
  draw: Draw,
  productId: string,
  quantity: number,
): Promise<void> {
  await persist(draw, 'change the cart', (options) =>
    client.cart.setItem.mutate({ productId, quantity }, options),
  );
}

async function applyPromo({ client }: Page, draw: Draw, code: string | null): Promise<void> {
  try {
    await persist(draw, 'use a promo code', (options) => client.cart.applyPromo.mutate({ code }, options));
  } catch (error) {
    if (errorData(error)?.reason !== 'promo_unusable') throw error;
  }
}

/** Does what the page offers after a no. */
export async function mend(page: Page, draw: Draw, { reason, lines }: ErrorData): Promise<void> {
  if (reason === 'promo_unusable') await applyPromo(page, draw, null);
  if (reason !== 'out_of_stock' || !Array.isArray(lines)) return;
  for (const { productId, available } of lines) {
    await setItem(page, draw, String(productId), draw.chance(0.5) ? Number(available) : 0);
  }
}
