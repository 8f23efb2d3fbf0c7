import type { QueryClient } from '@tanstack/react-query';
import { type PayInput, payInput } from '@/checkout/input';
import { formatMoney, type Money } from '@/platform/money';
import { cartQuery } from '../cart/cart-changes';
import { quoteQuery } from '../queries';
import type { CheckoutValues } from './checkout-values';
import { createPaymentMethod, type Processor } from './payment-method';
import { NotSent } from './purchase-prepare';

/**
 * The input of a purchase: the cart as it is known to be, at the total that was on the button when it was pressed, and the
 * card as the processor's id for it. Rejects with {@link NotSent}.
 */
export async function makePayInput(
  client: QueryClient,
  processor: Processor,
  values: CheckoutValues,
  shownTotal: Money,
): Promise<PayInput> {
  const { cart, quote } = await readCartAndQuote(client, values.shippingOptionId);
  const { amount, currency } = quote.total;
  if (cart.lines.length === 0) throw new NotSent('Your cart is empty. Nothing was charged.');
  if (amount !== shownTotal.amount || currency !== shownTotal.currency) {
    const total = formatMoney(quote.total);
    throw new NotSent(`The total is now ${total}. You were not charged. Press Pay again if that is right.`);
  }
  const { email, shippingAddress, shippingOptionId, card } = values;
  const paymentMethodId = await createPaymentMethod(processor, card, email, shippingAddress);
  return payInput.parse({
    cartId: cart.id,
    cartVersion: quote.cartVersion,
    expectedTotal: { amount, currency },
    email,
    shippingAddress,
    shippingOptionId,
    paymentMethodId,
  });
}

/** From what the page has read; only what is known to be out of date is read again. */
async function readCartAndQuote(client: QueryClient, shippingOptionId: PayInput['shippingOptionId']) {
  try {
    const cart = await client.fetchQuery({ ...cartQuery, staleTime: Number.POSITIVE_INFINITY });
    const quote = await client.fetchQuery({
      ...quoteQuery(cart, shippingOptionId),
      staleTime: Number.POSITIVE_INFINITY,
    });
    return { cart, quote };
  } catch (error) {
    console.error(error);
    throw new NotSent('The shop could not be reached. You were not charged. Please press Pay again.');
  }
}
