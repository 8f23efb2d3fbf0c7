import { randomUUID } from 'node:crypto';
import { applyPromo, readCartToPrice, setItem, viewCart } from '@/checkout/cart';
import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { quote } from '@/checkout/quote';
import type { Outcome } from '@/idempotency';
import { prisma } from '@/platform/database';

// What the tests of this folder share: shoppers who buy in the test's own process, without a store.

export interface Bought {
  readonly scope: string;
  readonly key: string;
  readonly outcome: Outcome;
}

/** A new shopper puts something into a cart and presses Pay once. */
export async function buy(
  paymentMethodId = 'pm_card_visa',
  slug = 'hotel-bell',
  units = 1,
  promoCode: string | null = null,
): Promise<Bought> {
  const scope = randomUUID();
  const key = randomUUID();
  const { id: productId } = await prisma().product.findUniqueOrThrow({ where: { slug } });
  await setItem(scope, productId, units);
  if (promoCode !== null) await applyPromo(scope, promoCode);
  const cart = await readCartToPrice(scope, (await viewCart(scope)).id);
  const { total, cartVersion } = quote(cart, cart.promo, 'standard');
  const input = payOperation().parseInput({
    cartId: cart.id,
    cartVersion,
    expectedTotal: total,
    email: 'ada@example.com',
    shippingAddress: {
      name: 'Ada L',
      line1: '1 Bell St',
      city: 'Austin',
      postalCode: '78701',
      country: 'US',
    },
    paymentMethodId,
  });
  const background: Promise<unknown>[] = [];
  const outcome = await engine().attempt(payOperation(), {
    scope,
    key,
    input,
    isRepeat: false,
    keepAlive: (work) => background.push(work),
  });
  await Promise.all(background);
  return { scope, key, outcome };
}
