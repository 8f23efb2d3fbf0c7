import { z } from 'zod';
import type { PayInput } from '@/checkout/input';
import { digitsOf, readExpiry } from './card-number';
import type { CheckoutValues, FieldName } from './checkout-values';
import { NotSent } from './purchase-prepare';

/** Where the browser reaches the card processor. */
export interface Processor {
  readonly apiBase: string;
  readonly publishableKey: string;
}

/** How long the processor may take, in milliseconds. Nothing has been sent to the shop yet, so giving up is harmless. */
const timeoutMs = 10_000;

const created = z.object({ id: z.string() });
const refused = z.object({
  error: z.object({ type: z.string(), message: z.string(), param: z.string().nullish() }),
});

/**
 * Hands the card straight to the processor and gives back the id that stands for it. This is the only way on which a card
 * number leaves the page. Rejects with {@link NotSent}, with the field that is wrong where the processor names one
 * (docs.stripe.com/api/payment_methods/create).
 */
export async function createPaymentMethod(
  { apiBase, publishableKey }: Processor,
  { number, expiry, cvc }: CheckoutValues['card'],
  email: string,
  address: PayInput['shippingAddress'],
): Promise<string> {
  const date = readExpiry(expiry);
  if (!date)
    throw new NotSent('Please check the expiry date.', {
      'card.expiry': 'Month and year, for example 04 / 31.',
    });
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': digitsOf(number),
    'card[exp_month]': String(date.month),
    'card[exp_year]': String(date.year),
    'card[cvc]': cvc,
    'billing_details[email]': email,
    'billing_details[name]': address.name,
    'billing_details[address][line1]': address.line1,
    ...(address.line2 && { 'billing_details[address][line2]': address.line2 }),
    'billing_details[address][city]': address.city,
    ...(address.region && { 'billing_details[address][state]': address.region }),
    ...(address.postalCode && { 'billing_details[address][postal_code]': address.postalCode }),
    'billing_details[address][country]': address.country,
  });
  const response = await fetch(`${apiBase}/v1/payment_methods`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${publishableKey}` },
    body: form,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(unreachable);
  const body: unknown = await response.json().catch(unreachable);
  if (response.ok) return created.parse(body).id;
  throw refusal(body);
}

function unreachable(): never {
  throw new NotSent(
    'The card processor could not be reached. Nothing was sent to the shop and you were not charged. Please press Pay again.',
  );
}

const fields: Readonly<Record<string, FieldName>> = {
  'card[number]': 'card.number',
  'card[exp_month]': 'card.expiry',
  'card[exp_year]': 'card.expiry',
  'card[cvc]': 'card.cvc',
};

function refusal(body: unknown): NotSent {
  const parsed = refused.safeParse(body);
  const error = parsed.success ? parsed.data.error : null;
  const field = error?.param ? fields[error.param] : undefined;
  if (error?.type === 'card_error' || field) {
    const message = error?.message ?? 'The card cannot be used.';
    return new NotSent(
      `${message} Nothing was charged.`,
      field ? { [field]: message } : { 'card.number': message },
    );
  }
  return new NotSent(
    'The card processor refused to look at the card. Nothing was charged. Please try again later.',
  );
}
