import { z } from 'zod';
import { currencyCodes } from '@/platform/currencies';
import { faultsOfAddress, tidyAddress } from './addresses';
import { maxQuantity } from './max-quantity';
import { defaultShippingOptionId, shippingOptionIds } from './quote';

/**
 * What callers may send. These schemas are pure functions of the request: whatever they refuse is a 400, before
 * anything is claimed. Isomorphic: the checkout form checks the same rules.
 */

/** A line of text that PostgreSQL and JSON can both carry, or none: no control characters, no halves of characters. */
function lineOrNone(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, `At most ${maxLength} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'Some characters cannot be used here.');
}

function line(maxLength: number) {
  return lineOrNone(maxLength).min(1, 'Please fill this in.');
}

/** An optional line: nothing, or blanks, mean that it is absent. */
function optionalLine(maxLength: number) {
  return lineOrNone(maxLength)
    .optional()
    .transform((text) => text || undefined);
}

export const setItemInput = z.object({
  productId: z.uuid(),
  quantity: z.number().int().min(0).max(maxQuantity),
});

export const setCurrencyInput = z.object({ currency: z.enum(currencyCodes) });

export const applyPromoInput = z.object({
  code: line(40)
    .transform((code) => code.toUpperCase())
    .nullable(),
});

/** An address by its shape alone, as orders keep it: what a country's rules say today does not unsay an order. */
export const shippingAddress = z.object({
  name: line(120),
  line1: line(200),
  line2: optionalLine(200),
  city: line(120),
  region: optionalLine(120),
  /** Empty where a country has none. */
  postalCode: lineOrNone(20).default(''),
  country: z.string().regex(/^[A-Z]{2}$/, 'Two letters, for example US.'),
});

/** An address that a parcel can be sent to, by the rules of its country, as it is printed there. */
const deliverableAddress = shippingAddress
  .superRefine((address, context) => {
    for (const [part, message] of Object.entries(faultsOfAddress(address)))
      context.addIssue({ code: 'custom', path: [part], message });
  })
  .transform(tidyAddress);

const shippingOptionId = z.enum(shippingOptionIds).default(defaultShippingOptionId);

export const quoteInput = z.object({
  cartId: z.uuid(),
  shippingAddress: shippingAddress.partial().optional(),
  shippingOptionId,
});

/** An amount of at least one minor unit. */
const amountOfMoney = z.object({
  amount: z.number().int().min(1).max(99_999_999),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

/** A version of a row: PostgreSQL's integer, from 1. */
const version = z.number().int().min(1).max(2_147_483_647);

export const payInput = z.object({
  cartId: z.uuid(),
  cartVersion: version,
  expectedTotal: amountOfMoney,
  email: z.email('Please enter an address like name@example.com.').max(254),
  shippingAddress,
  shippingOptionId,
  paymentMethodId: z.string().regex(/^pm_[A-Za-z0-9_]{1,200}$/),
});

/** The frozen input of a purchase, validated and with its defaults. */
export type PayInput = z.output<typeof payInput>;

/**
 * What a purchase that is made now must be like. What was frozen is read with {@link payInput}: a purchase under way is finished
 * even when the rules of its country have been changed meanwhile.
 */
export const payRequest = payInput.extend({ shippingAddress: deliverableAddress });

/** The key of a purchase, as `checkout.close` names it. */
export const closeInput = z.object({
  key: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  cartId: z.uuid().optional(),
});

/** The token is the one of the order's link; a shopper needs none for an order of their own. */
export const getOrderInput = z.object({ orderId: z.uuid(), token: z.string().max(100).optional() });

/** Why money goes back, in the words that the processor has for it. `fraudulent` also puts the card on its block list. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

export const refundInput = z.object({
  orderId: z.uuid(),
  /** Absent: all that is left. */
  amount: amountOfMoney.optional(),
  reason: z.enum(refundReasons),
  /** The units can be sold again; only with the refund that gives back all that is left. */
  restock: z.boolean().default(false),
});

/** The frozen input of a refund, validated and with its defaults. */
export type RefundInput = z.output<typeof refundInput>;

/** The version that the operator has seen comes here or as `If-Match`. */
export const fulfilInput = z.object({ orderId: z.uuid(), version: version.optional() });

export const findOrderInput = z.union([
  z.object({ orderId: z.uuid() }),
  z.object({ orderNumber: z.string().trim().min(1).max(40) }),
]);
