import { randomUUID } from 'node:crypto';
import { applyPromo, readCartToPrice, setItem, viewCart } from '@/checkout/cart';
import { engine } from '@/checkout/engine';
import type { PayInput } from '@/checkout/input';
import { payOperation } from '@/checkout/pay';
import { quote } from '@/checkout/quote';
import type { Outcome } from '@/idempotency';
import { prisma } from '@/platform/database';

// What tests of the shop share: shoppers who buy in the test's own process, without a store.

/** A press of Pay that has not been sent yet: whose it is, its key and its frozen input. */
export interface Pressed {
  readonly scope: string;
  readonly key: string;
  readonly input: PayInput;
}

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
  const { id: productId } = await prisma().product.findUniqueOrThrow({ where: { slug } });
  await setItem(scope, productId, units);
  if (promoCode !== null) await applyPromo(scope, promoCode);
  const pressed = await press(scope, paymentMethodId);
  return { scope, key: pressed.key, outcome: await send(pressed) };
}

/** A purchase of the shopper's cart as it is, with a new key. */
export async function press(scope: string, paymentMethodId = 'pm_card_visa'): Promise<Pressed> {
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
  return { scope, key: randomUUID(), input };
}

/** One attempt of a purchase; returns when all of its work is over. */
export async function send(pressed: Pressed): Promise<Outcome> {
  const background: Promise<unknown>[] = [];
  const outcome = await engine().attempt(payOperation(), {
    ...pressed,
    isRepeat: false,
    keepAlive: (work) => background.push(work),
  });
  await Promise.all(background);
  return outcome;
}
