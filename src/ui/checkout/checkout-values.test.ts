import { expect, test } from 'vitest';
import { countries } from '@/checkout/addresses';
import { checkoutValues, emptyCheckout, faultsOf, fieldsFor } from './checkout-values';

test.each(countries)('in %s an empty checkout names every field that is needed, at once', (country) => {
  const { shippingAddress } = emptyCheckout;
  const parsed = checkoutValues.safeParse({
    ...emptyCheckout,
    shippingAddress: { ...shippingAddress, country },
  });
  const named = Object.keys(parsed.success ? {} : faultsOf(parsed.error));
  const optional = ['shippingAddress.line2', 'shippingAddress.country'];
  if (country === 'KW') optional.push('shippingAddress.postalCode');
  if (country === 'IE') optional.push('shippingAddress.region');
  const needed = fieldsFor(country)
    .map(({ name }) => name)
    .filter((name) => !optional.includes(name));
  expect(named.sort()).toEqual(needed.sort());
});

test('every field of a country has a name there', () => {
  for (const [country] of countries)
    for (const { name, label } of fieldsFor(country)) expect(label, `${country} ${name}`).not.toBe('');
});

test('a security code has as many digits as the card’s brand prints, also while the number is wrong', () => {
  const faultOf = (number: string, cvc: string) => {
    const parsed = checkoutValues.safeParse({ ...emptyCheckout, card: { number, expiry: '12 / 99', cvc } });
    return parsed.success ? undefined : faultsOf(parsed.error)['card.cvc'];
  };
  expect(faultOf('4242 4242 4242 4242', '123')).toBeUndefined();
  expect(faultOf('4242 4242 4242 4241', '1234')).toBe('3 digits for this card.');
  expect(faultOf('3782 822463 10005', '123')).toBe('4 digits for this card.');
  expect(faultOf('3782 822463 10005', '1234')).toBeUndefined();
});
