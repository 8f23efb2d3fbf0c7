import { type AddressRules, rulesOf } from './address-rules';
import { type Region, regionOfPostalCode } from './regions';

/** Addresses by the rules of their countries. Pure and isomorphic: the form and the shop say the same of the same address. */

/** Where the shop sends to, in the order in which it is asked. */
export const countries = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['IE', 'Ireland'],
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['AT', 'Austria'],
  ['CH', 'Switzerland'],
  ['NL', 'Netherlands'],
  ['JP', 'Japan'],
  ['KW', 'Kuwait'],
  ['AU', 'Australia'],
] as const;

/** A country's name; the code itself where the shop has no name for it. */
export function countryName(code: string): string {
  return countries.find(([known]) => known === code)?.[1] ?? code;
}

/** A postal code as it is printed: "sw1a1aa" is "SW1A 1AA". What is none comes back as it was typed, without blanks around it. */
export function tidyPostalCode(country: string, typed: string): string {
  const { pattern, gap } = rulesOf(country).postalCode;
  if (pattern === null) return typed.trim();
  const plain = typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  const tidy =
    gap && plain.length > Math.abs(gap.at)
      ? `${plain.slice(0, gap.at)}${gap.with}${plain.slice(gap.at)}`
      : plain;
  return pattern.test(tidy) ? tidy : typed.trim();
}

interface PlaceOfAddress {
  readonly country: string;
  readonly postalCode: string;
  readonly region?: string | undefined;
}

/** The address with its postal code and its region as they are printed. */
export function tidyAddress<Address extends PlaceOfAddress>(address: Address): Address {
  const { country, region } = address;
  const postalCode = tidyPostalCode(country, address.postalCode);
  const choice = region && choiceOf(rulesOf(country), region);
  return { ...address, postalCode, ...(choice && { region: choice.code }) };
}

/** What is wrong with an address by its country's rules, part by part. */
export function faultsOfAddress({
  country,
  postalCode,
  region,
}: PlaceOfAddress): Partial<Record<'region' | 'postalCode', string>> {
  const { postalCode: codeRule, region: regionRule } = rulesOf(country);
  const tidy = tidyPostalCode(country, postalCode);
  const isMissing = tidy === '';
  const isMistyped = !isMissing && codeRule.pattern !== null && !codeRule.pattern.test(tidy);
  const cannotBeTold = () => isMissing || regionOfPostalCode(country, tidy) === null;
  const isChoice = regionRule !== null && regionRule.choices !== null;
  const needsRegion = isChoice && (region ? !choiceOf(rulesOf(country), region) : cannotBeTold());
  return {
    ...(isMissing && codeRule.isRequired && { postalCode: 'Please fill this in.' }),
    ...(isMistyped && {
      postalCode: `Please check the ${inSentence(codeRule.name)}: it looks like ${codeRule.example}.`,
    }),
    ...(needsRegion && { region: `Please choose a ${inSentence(regionRule.name)}.` }),
  };
}

/** By its code or by its name, in any case. */
function choiceOf({ region }: AddressRules, typed: string): Region | undefined {
  const wanted = typed.trim().toLowerCase();
  return region?.choices?.find(({ code, name }) => [code, name].some((one) => one.toLowerCase() === wanted));
}

/** "Postcode" is a common noun; "ZIP code" and "Eircode" are names. */
function inSentence(name: string): string {
  return /^(ZIP|Eircode)/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
