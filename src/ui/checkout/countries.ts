/** Where the shop sends to, in the order in which it is asked. */
export const countries = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['AT', 'Austria'],
  ['CH', 'Switzerland'],
  ['NL', 'Netherlands'],
  ['JP', 'Japan'],
  ['AU', 'Australia'],
] as const;

/** A country's name; the code itself where the shop has no name for it. */
export function countryName(code: string): string {
  return countries.find(([known]) => known === code)?.[1] ?? code;
}
