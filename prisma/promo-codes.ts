import type { Currency } from '../src/platform/currencies';

/** A code a shopper may type at the checkout. */
export type PromoCodeSeed = {
  readonly code: string;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  /** Whole percent of the subtotal of a percent code, 0 of any other. */
  readonly value: number;
  /** What a fixed code takes off, in minor units of each currency; `null` of any other. */
  readonly amounts: Readonly<Record<Currency, number>> | null;
  /** How many orders may use it; `null` is no limit. */
  readonly usageLimit: number | null;
  /** How many orders of one shopper may use it; `null` is no limit. */
  readonly perShopperLimit: number | null;
  /** RFC 3339 instant after which it is refused; `null` is never. */
  readonly expiresAt: string | null;
  readonly description: string;
};

/** The codes of the demo store: one of each kind, one that two shoppers can race for, and one that is over. */
export const promoCodes = [
  {
    code: 'TAPTAP10',
    kind: 'percent',
    value: 10,
    amounts: null,
    usageLimit: null,
    perShopperLimit: null,
    expiresAt: null,
    description: '10% off everything you can press',
  },
  {
    code: 'FIVEOFF',
    kind: 'fixed',
    value: 0,
    amounts: { USD: 500, EUR: 500, JPY: 700, KWD: 1_500 },
    usageLimit: null,
    perShopperLimit: null,
    expiresAt: null,
    description: 'A little off, however small the button',
  },
  {
    code: 'SHIPFREE',
    kind: 'free_shipping',
    value: 0,
    amounts: null,
    usageLimit: null,
    perShopperLimit: null,
    expiresAt: null,
    description: 'Free shipping',
  },
  {
    code: 'ONCE',
    kind: 'percent',
    value: 50,
    amounts: null,
    usageLimit: 1,
    perShopperLimit: null,
    expiresAt: null,
    description: 'Half price, for exactly one order in the world',
  },
  {
    code: 'WELCOME',
    kind: 'percent',
    value: 15,
    amounts: null,
    usageLimit: null,
    perShopperLimit: 1,
    expiresAt: null,
    description: '15% off, once for every shopper',
  },
  {
    code: 'EXPIRED',
    kind: 'percent',
    value: 20,
    amounts: null,
    usageLimit: null,
    perShopperLimit: null,
    expiresAt: '2024-12-31T23:59:59Z',
    description: '20% off, until the end of 2024',
  },
] as const satisfies readonly PromoCodeSeed[];
