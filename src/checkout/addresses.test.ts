import { describe, expect, it } from 'vitest';
import { rulesOf } from './address-rules';
import { countries, faultsOfAddress, tidyAddress, tidyPostalCode } from './addresses';
import { payRequest, shippingAddress } from './input';
import { regionOfPostalCode, regions } from './regions';

describe('a postal code', () => {
  it.each(countries)('of %s is taken in the form of its own example', (country) => {
    const { example, name } = rulesOf(country).postalCode;
    expect(name).not.toBe('');
    expect(tidyPostalCode(country, example)).toBe(example);
    expect(faultsOfAddress({ country, postalCode: example, region: firstRegionOf(country) })).toEqual({});
  });

  it.each([
    ['US', '787011234', '78701-1234'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1 1ae', 'M1 1AE'],
    ['CA', 'k1a-0b1', 'K1A 0B1'],
    ['NL', '1012js', '1012 JS'],
    ['IE', 'd02x285', 'D02 X285'],
    ['JP', '１０００００１', '100-0001'],
    ['XX', ' ab 1 ', 'ab 1'],
  ])('of %s typed as "%s" is printed as "%s"', (country, typed, printed) => {
    expect(tidyPostalCode(country, typed)).toBe(printed);
  });

  it.each([
    ['US', '7870', 'Please check the ZIP code: it looks like 78701.'],
    ['GB', '12345', 'Please check the postcode: it looks like SW1A 1AA.'],
    ['IE', '12345', 'Please check the Eircode: it looks like D02 X285.'],
    ['CA', 'D1A 0B1', 'Please check the postal code: it looks like K1A 0B1.'],
    ['NL', '0012 JS', 'Please check the postal code: it looks like 1012 JS.'],
    ['DE', '1011', 'Please check the postal code: it looks like 10115.'],
  ])('of %s that reads "%s" is refused with an example', (country, postalCode, message) => {
    expect(faultsOfAddress({ country, postalCode, region: firstRegionOf(country) }).postalCode).toBe(message);
  });

  it('may be left out where few people have one, and nowhere else', () => {
    expect(faultsOfAddress({ country: 'KW', postalCode: '' })).toEqual({});
    for (const country of ['DE', 'US', 'XX'])
      expect(faultsOfAddress({ country, postalCode: ' ' }).postalCode).toBe('Please fill this in.');
  });
});

describe('a region', () => {
  it.each([
    ['US', '78701', 'TX'],
    ['US', '00501', 'NY'],
    ['US', '20500', 'DC'],
    ['US', '94103', 'CA'],
    ['US', '99501', 'AK'],
    ['CA', 'K1A 0B1', 'ON'],
    ['CA', 'X0A 0H0', 'NU'],
    ['CA', 'X1A 2L8', 'NT'],
    ['AU', '2601', 'ACT'],
    ['AU', '2650', 'NSW'],
    ['AU', '0800', 'NT'],
  ])('of %s is told by the postal code %s: %s', (country, postalCode, region) => {
    expect(regionOfPostalCode(country, postalCode)).toBe(region);
    expect(faultsOfAddress({ country, postalCode })).toEqual({});
  });

  it('that a postal code tells is one that can be chosen', () => {
    for (const country of ['US', 'CA', 'AU'] as const) {
      const codes = regions[country].map(({ code }) => code);
      const prefixes = 'ABCEGHJKLMNPRSTVXY'.split('').map((letter) => `${letter}0E`);
      const numbers = Array.from({ length: 9_999 }, (_, index) => String(index).padStart(4, '0'));
      const told = [...prefixes, ...numbers].map((start) => regionOfPostalCode(country, start));
      expect(codes).toEqual(expect.arrayContaining([...new Set(told)].filter((code) => code !== null)));
    }
    expect(regions.JP).toHaveLength(47);
    expect(regions.US).toHaveLength(59);
  });

  it('is kept by its code, whether its code or its name was given', () => {
    for (const region of ['TX', 'tx', 'Texas', ' texas '])
      expect(tidyAddress({ country: 'US', postalCode: '78701', region }).region).toBe('TX');
    expect(tidyAddress({ country: 'IE', postalCode: 'd02x285', region: 'Clare' })).toEqual({
      country: 'IE',
      postalCode: 'D02 X285',
      region: 'Clare',
    });
  });

  it('that is none of the country is refused, and one that nothing tells is asked for', () => {
    const message = 'Please choose a prefecture.';
    expect(faultsOfAddress({ country: 'JP', postalCode: '100-0001' }).region).toBe(message);
    expect(faultsOfAddress({ country: 'JP', postalCode: '100-0001', region: 'Texas' }).region).toBe(message);
    expect(faultsOfAddress({ country: 'US', postalCode: '78701', region: 'Bavaria' }).region).toBe(
      'Please choose a state.',
    );
  });
});

describe('the request of a payment', () => {
  const address = { name: 'Ada', line1: '1 Bell St', city: 'Austin', postalCode: '78701', country: 'US' };
  const read = (change: object) => payRequest.shape.shippingAddress.safeParse({ ...address, ...change });
  const namesOf = (result: ReturnType<typeof read>) =>
    result.error?.issues.map(({ path }) => path.join('.')).sort();

  it('is taken with the least that the contract asks for, and tidied', () => {
    expect(read({}).data).toEqual(address);
    expect(read({ postalCode: '787011234', region: 'texas' }).data).toMatchObject({
      postalCode: '78701-1234',
      region: 'TX',
    });
  });

  it('names everything that is wrong at once, by the shape and by the country', () => {
    expect(namesOf(read({ name: '', postalCode: '1', region: 'Bavaria' }))).toEqual([
      'name',
      'postalCode',
      'region',
    ]);
    expect(namesOf(read({ postalCode: undefined, region: 'TX' }))).toEqual(['postalCode']);
    expect(payRequest.shape.shippingAddress.safeParse(null).success).toBe(false);
  });

  it('does not decide what an address that was taken earlier may be', () => {
    expect(shippingAddress.safeParse({ ...address, postalCode: 'any', region: 'Bavaria' }).success).toBe(
      true,
    );
  });
});

function firstRegionOf(country: string): string | undefined {
  return rulesOf(country).region?.choices?.[0]?.code;
}
