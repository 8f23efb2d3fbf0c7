/** An amount of money: a whole number of the currency's minor units (cents of USD, yen of JPY, fils of KWD). */
export interface Money {
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

export function money(amount: number, currency: string): Money {
  return { amount, currency };
}

/** For people, in the currency's own number of decimals (0 for JPY, 2 for USD, 3 for KWD). */
export function formatMoney({ amount, currency }: Money, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** decimals);
}
