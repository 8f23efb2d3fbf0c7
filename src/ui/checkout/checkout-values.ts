import { z } from 'zod';
import { payInput, shippingAddress } from '@/checkout/input';
import { brandOf, digitsOf, isExpired, passesLuhn, readExpiry } from './card-number';

/**
 * What the checkout form holds, and the rules that are checked before anything is sent. Address and email are the shop's own
 * rules; the card's are those by which the processor would refuse it anyway.
 */

const card = z
  .object({
    number: z
      .string()
      .min(1, 'Please fill this in.')
      .refine(
        (number) => number === '' || passesLuhn(number),
        'This is no card number. Is a digit missing or wrong?',
      ),
    expiry: z.string().superRefine((text, context) => {
      const expiry = readExpiry(text);
      const message =
        text.trim() === ''
          ? 'Please fill this in.'
          : expiry === null
            ? 'Month and year, for example 04 / 31.'
            : isExpired(expiry, new Date())
              ? 'This date is over.'
              : null;
      if (message) context.addIssue({ code: 'custom', message });
    }),
    cvc: z.string().trim().min(1, 'Please fill this in.'),
  })
  .superRefine(({ number, cvc }, context) => {
    const digits = brandOf(number) === 'amex' ? 4 : 3;
    if (cvc !== '' && (digitsOf(cvc).length !== digits || /\D/.test(cvc.trim()))) {
      context.addIssue({ code: 'custom', path: ['cvc'], message: `${digits} digits for this card.` });
    }
  });

export const checkoutValues = z.object({
  email: payInput.shape.email,
  shippingAddress,
  shippingOptionId: payInput.shape.shippingOptionId,
  card,
});

/** As the form holds them: every field has a text from the start. */
export type CheckoutFields = z.input<typeof checkoutValues>;
/** As they are sent. */
export type CheckoutValues = z.output<typeof checkoutValues>;

export const emptyCheckout = {
  email: '',
  shippingAddress: { name: '', line1: '', line2: '', city: '', region: '', postalCode: '', country: 'US' },
  shippingOptionId: 'standard',
  card: { number: '', expiry: '', cvc: '' },
} satisfies CheckoutFields;

/** The fields an error can be shown at, in the order of the page, and their names. */
export const fieldNames = {
  email: 'Email',
  'shippingAddress.name': 'Full name',
  'shippingAddress.country': 'Country',
  'shippingAddress.line1': 'Address',
  'shippingAddress.line2': 'Apartment, floor',
  'shippingAddress.postalCode': 'Postal code',
  'shippingAddress.city': 'City',
  'shippingAddress.region': 'State or region',
  'card.number': 'Card number',
  'card.expiry': 'Expiry date',
  'card.cvc': 'Security code',
} as const;

export type FieldName = keyof typeof fieldNames;

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fieldNames, name);
}

/** The first thing that is wrong with each field, in the order of the page. */
export function faultsOf(error: z.ZodError): Partial<Record<FieldName, string>> {
  const faults: Partial<Record<FieldName, string>> = {};
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (isFieldName(name)) faults[name] ??= message;
  }
  return faults;
}
