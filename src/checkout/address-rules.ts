import { type Region, regions } from './regions';

/**
 * How addresses are written in the countries that the shop sends to: which parts they have, in which order, what these are called
 * there, and what a postal code looks like (Universal Postal Union, S42 country templates; the postal services' own pages).
 * Isomorphic: the form asks by these rules, and the shop refuses by them.
 */

/** The parts that differ from country to country. */
export type AddressPart = 'line1' | 'line2' | 'city' | 'region' | 'postalCode';

export interface PostalCodeRule {
  readonly name: string;
  readonly example: string;
  readonly isRequired: boolean;
  /** Null: whatever is written. */
  readonly pattern: RegExp | null;
  /** What stands in its middle, and before which letter, counted from the end when negative. */
  readonly gap?: { readonly at: number; readonly with: ' ' | '-' };
}

export interface RegionRule {
  readonly name: string;
  /** Null: it is written, and may be left out. Otherwise it is one of these, and needed. */
  readonly choices: readonly Region[] | null;
}

export interface AddressRules {
  /** In the order in which they are asked for; a part that is missing here is unused there. */
  readonly parts: readonly AddressPart[];
  readonly cityName: string;
  readonly postalCode: PostalCodeRule;
  readonly region: RegionRule | null;
}

function code(name: string, example: string, pattern: RegExp, gap?: PostalCodeRule['gap']): PostalCodeRule {
  return { name, example, pattern, isRequired: true, ...(gap && { gap }) };
}

/** As in most of Europe: the code before the city, and nothing after it. */
function european(example: string, pattern: RegExp, gap?: PostalCodeRule['gap']): AddressRules {
  return {
    parts: ['line1', 'line2', 'postalCode', 'city'],
    cityName: 'City',
    postalCode: code('Postal code', example, pattern, gap),
    region: null,
  };
}

const cityThenRegion = ['line1', 'line2', 'city', 'region', 'postalCode'] as const;

/** For countries without rules of their own: everything can be said, and only what every address has is needed. */
const usual: AddressRules = {
  parts: cityThenRegion,
  cityName: 'City',
  postalCode: { name: 'Postal code', example: '', isRequired: true, pattern: null },
  region: { name: 'State or region', choices: null },
};

const rules: Readonly<Record<string, AddressRules>> = {
  US: {
    parts: cityThenRegion,
    cityName: 'City',
    postalCode: code('ZIP code', '78701', /^\d{5}(-\d{4})?$/, { at: 5, with: '-' }),
    region: { name: 'State', choices: regions.US },
  },
  CA: {
    parts: cityThenRegion,
    cityName: 'City',
    postalCode: code(
      'Postal code',
      'K1A 0B1',
      /^[ABCEGHJ-NPR-TVXY]\d[ABCEGHJ-NPR-TV-Z] \d[ABCEGHJ-NPR-TV-Z]\d$/,
      { at: 3, with: ' ' },
    ),
    region: { name: 'Province or territory', choices: regions.CA },
  },
  GB: {
    parts: ['line1', 'line2', 'city', 'postalCode'],
    cityName: 'Town or city',
    postalCode: code('Postcode', 'SW1A 1AA', /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/, {
      at: -3,
      with: ' ',
    }),
    region: null,
  },
  IE: {
    parts: cityThenRegion,
    cityName: 'Town or city',
    postalCode: code('Eircode', 'D02 X285', /^[AC-FHKNPRTV-Y]\d[\dW] [\dAC-FHKNPRTV-Y]{4}$/, {
      at: 3,
      with: ' ',
    }),
    region: { name: 'County', choices: null },
  },
  DE: european('10115', /^\d{5}$/),
  FR: european('75001', /^\d{5}$/),
  AT: european('1010', /^\d{4}$/),
  CH: european('8001', /^\d{4}$/),
  NL: european('1012 JS', /^[1-9]\d{3} [A-Z]{2}$/, { at: 4, with: ' ' }),
  JP: {
    parts: ['postalCode', 'region', 'city', 'line1', 'line2'],
    cityName: 'City or ward',
    postalCode: code('Postal code', '100-0001', /^\d{3}-\d{4}$/, { at: 3, with: '-' }),
    region: { name: 'Prefecture', choices: regions.JP },
  },
  KW: {
    parts: ['line1', 'line2', 'city', 'postalCode'],
    cityName: 'Area',
    postalCode: { ...code('Postal code', '54541', /^\d{5}$/), isRequired: false },
    region: null,
  },
  AU: {
    parts: cityThenRegion,
    cityName: 'Suburb or town',
    postalCode: code('Postcode', '2000', /^\d{4}$/),
    region: { name: 'State or territory', choices: regions.AU },
  },
};

/** How an address is written in a country, by its ISO 3166-1 code. */
export function rulesOf(country: string): AddressRules {
  return (Object.hasOwn(rules, country) && rules[country]) || usual;
}
