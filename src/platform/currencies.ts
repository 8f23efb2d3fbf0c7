/**
 * The currencies that the shop sells in. Amounts are whole minor units; `step` is what an amount must be a multiple of where
 * the card networks take less than the currency can write (Stripe: the last digit of a three-decimal currency must be 0).
 * Isomorphic.
 */
export const currencies = {
  USD: { name: 'US dollar', step: 1 },
  EUR: { name: 'Euro', step: 1 },
  JPY: { name: 'Japanese yen', step: 1 },
  KWD: { name: 'Kuwaiti dinar', step: 10 },
} as const;

export type Currency = keyof typeof currencies;

export const currencyCodes = Object.keys(currencies) as readonly Currency[]; // the keys of a constant are its type

export const defaultCurrency: Currency = 'USD';

export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && Object.hasOwn(currencies, code);
}

/** The currency that a browser has chosen; the cookie is the shopper's own to change, so it is read with suspicion. */
export const currencyCookie = 'doubletap_currency';

export function readCurrency(cookie: string | undefined): Currency {
  return isCurrency(cookie) ? cookie : defaultCurrency;
}
