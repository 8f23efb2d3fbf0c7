import { decimalAmount, type Money } from '@/platform/money';

/**
 * What somebody has typed as an amount of a currency: "12.50", "12,5", "7350". Null: it is no amount, is nothing, or has more
 * decimals than the currency.
 */
export function parseAmount(text: string, currency: string): Money | null {
  const found = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = found ?? [];
  const decimals = decimalAmount({ amount: 0, currency }).split('.')[1]?.length ?? 0;
  if (!found || fraction.length > decimals) return null;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return amount > 0 ? { amount, currency } : null;
}
