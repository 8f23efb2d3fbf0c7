/** How card numbers of each brand look (ISO/IEC 7812 ranges as the brands publish them). Pure. */

export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown';

const prefixes: readonly (readonly [RegExp, CardBrand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^3[0689]/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
  [/^6/, 'discover'],
];

const names: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
};

export function brandOf(number: string): CardBrand {
  const digits = digitsOf(number);
  return prefixes.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';
}

/** A brand's name for people, also for a brand that the processor names and this page does not know. */
export function brandName(brand: string): string {
  return Object.entries(names).find(([known]) => known === brand)?.[1] ?? names.unknown;
}

/** A brand's name for small places. */
export function shortBrandName(brand: CardBrand): string {
  return brand === 'amex' ? 'Amex' : brandName(brand);
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The number in the groups that are printed on the card; what is too long for any card is cut off. */
export function spaceNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = brandOf(digits) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let from = 0;
  for (const size of groups) {
    if (from < digits.length) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** How long the security code of a card is: American Express prints four digits on the front. */
export function cvcDigitsOf(number: string): number {
  return brandOf(number) === 'amex' ? 4 : 3;
}

/** The checksum in the last digit (ISO/IEC 7812-1, annex B), which catches every single mistyped digit. */
export function passesLuhn(number: string): boolean {
  const digits = digitsOf(number);
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** "MM / YY" as it is typed. A first digit over 1 can only be a month of one digit. */
export function spaceExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

/** What "MM / YY" means, or null when it is no month of a year. Autofill may also give "MM/YYYY". */
export function readExpiry(text: string): Expiry | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text);
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : null;
}

/** A card is good until its month is over. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
}
