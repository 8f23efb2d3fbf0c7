import { rulesOf } from './address-rules';
import { countryName } from './addresses';

interface Address {
  readonly name: string;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly region?: string | undefined;
  readonly postalCode: string;
  readonly country: string;
}

/** An address as it is written on a parcel in its country, line by line; no line is empty. */
export function linesOfAddress(address: Address): string[] {
  const { name, line1, line2, city, region, postalCode, country } = address;
  const street = [line1, line2];
  return [name, ...placeOf(country, street, { city, region, postalCode }), countryName(country)].filter(
    isLine,
  );
}

/** Street and town, in the order of the country. */
function placeOf(
  country: string,
  street: readonly (string | undefined)[],
  { city, region, postalCode }: Pick<Address, 'city' | 'region' | 'postalCode'>,
): (string | undefined)[] {
  const { parts } = rulesOf(country);
  const isCodeFirst = parts.indexOf('postalCode') < parts.indexOf('city');
  if (parts[0] === 'postalCode') return [...street, joined(' ', city, region), postalCode];
  if (isCodeFirst) return [...street, joined(' ', postalCode, city), region];
  switch (country) {
    case 'US':
      return [...street, joined(', ', city, joined(' ', region, postalCode))];
    case 'CA':
    case 'AU':
      return [...street, joined(' ', city, region, postalCode)];
    default:
      return [...street, city, region, postalCode];
  }
}

function joined(separator: string, ...parts: (string | undefined)[]): string {
  return parts.filter(isLine).join(separator);
}

function isLine(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
