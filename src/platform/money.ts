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
  return format.format(amount / 10 ** decimalsOf(format));
}

/** For machines that want a decimal number in major units: "49.00" of USD, "7350" of JPY, "15.050" of KWD. */
export function decimalAmount({ amount, currency }: Money): string {
  const decimals = decimalsOf(new Intl.NumberFormat('en-US', { style: 'currency', currency }));
  return (amount / 10 ** decimals).toFixed(decimals);
}

function decimalsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
