/**
 * A code a shopper may type at the checkout. The meaning of `value` follows from `kind`:
 * whole percent of the subtotal, USD minor units, or 0 for free shipping.
 */
export type PromoCodeSeed = {
  readonly code: string;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly value: number;
  /** How many orders may use it; `null` is no limit. */
  readonly usageLimit: number | null;
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
    usageLimit: null,
    expiresAt: null,
    description: '10% off everything you can press',
  },
  {
    code: 'FIVEOFF',
    kind: 'fixed',
    value: 500,
    usageLimit: null,
    expiresAt: null,
    description: '$5.00 off, however small the button',
  },
  {
    code: 'SHIPFREE',
    kind: 'free_shipping',
    value: 0,
    usageLimit: null,
    expiresAt: null,
    description: 'Free shipping',
  },
  {
    code: 'ONCE',
    kind: 'percent',
    value: 50,
    usageLimit: 1,
    expiresAt: null,
    description: 'Half price, for exactly one order in the world',
  },
  {
    code: 'EXPIRED',
    kind: 'percent',
    value: 20,
    usageLimit: null,
    expiresAt: '2024-12-31T23:59:59Z',
    description: '20% off, until the end of 2024',
  },
] as const satisfies readonly PromoCodeSeed[];
