import { z } from 'zod';
import { rulesOf } from '@/checkout/address-rules';
import { payRequest } from '@/checkout/input';
import { cvcDigitsOf, digitsOf, isExpired, passesLuhn, readExpiry } from './card-number';

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
    const digits = cvcDigitsOf(number);
    if (cvc !== '' && (digitsOf(cvc).length !== digits || /\D/.test(cvc.trim()))) {
      context.addIssue({ code: 'custom', path: ['cvc'], message: `${digits} digits for this card.` });
    }
  });

export const checkoutValues = z.object({
  email: payRequest.shape.email,
  shippingAddress: payRequest.shape.shippingAddress,
  shippingOptionId: payRequest.shape.shippingOptionId,
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

const fieldNames = [
  'email',
  'shippingAddress.name',
  'shippingAddress.country',
  'shippingAddress.line1',
  'shippingAddress.line2',
  'shippingAddress.city',
  'shippingAddress.region',
  'shippingAddress.postalCode',
  'card.number',
  'card.expiry',
  'card.cvc',
] as const;

/** A field that an error can be shown at. */
export type FieldName = (typeof fieldNames)[number];

export function isFieldName(name: string): name is FieldName {
  return fieldNames.some((known) => known === name);
}

/** The fields that the page has for a country, in its order, and what they are called there. */
export function fieldsFor(country: string): readonly { readonly name: FieldName; readonly label: string }[] {
  const { parts, cityName, postalCode, region } = rulesOf(country);
  const labels = {
    line1: 'Address',
    line2: 'Apartment, floor',
    city: cityName,
    region: region?.name ?? '',
    postalCode: postalCode.name,
  } as const;
  return [
    { name: 'email', label: 'Email' },
    { name: 'shippingAddress.name', label: 'Full name' },
    { name: 'shippingAddress.country', label: 'Country' },
    ...parts.map((part) => ({ name: `shippingAddress.${part}` as const, label: labels[part] })),
    { name: 'card.number', label: 'Card number' },
    { name: 'card.expiry', label: 'Expiry date' },
    { name: 'card.cvc', label: 'Security code' },
  ];
}

/** The first thing that is wrong with each field. */
export function faultsOf(error: z.ZodError): Partial<Record<FieldName, string>> {
  const faults: Partial<Record<FieldName, string>> = {};
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (isFieldName(name)) faults[name] ??= message;
  }
  return faults;
}
