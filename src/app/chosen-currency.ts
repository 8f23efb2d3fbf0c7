import { cookies } from 'next/headers';
import { type Currency, currencyCookie, readCurrency } from '@/platform/currencies';

/** The currency that the browser of this request has chosen. */
export async function chosenCurrency(): Promise<Currency> {
  return readCurrency((await cookies()).get(currencyCookie)?.value);
}
