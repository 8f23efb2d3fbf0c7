import { type Currency, currencies } from '@/platform/currencies';
import { type Money, money } from '@/platform/money';

/** What a cart costs. Pure: the same cart gives the same quote, on the page, in a quote and at the till. */
export interface Quote {
  readonly cartVersion: number;
  readonly shippingOptions: readonly ShippingOption[];
  readonly subtotal: Money;
  readonly discount: Money;
  readonly shipping: Money;
  readonly tax: Money;
  readonly total: Money;
}

export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly price: Money;
}

export interface PricedLine {
  /** Minor units. */
  readonly unitAmount: number;
  readonly quantity: number;
}

export interface PromoTerms {
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  /** Whole percent, or minor units. */
  readonly value: number;
}

const shippingPrices = [
  {
    id: 'standard',
    name: 'Standard, 3 to 5 days',
    amounts: { USD: 490, EUR: 490, JPY: 700, KWD: 1_500 },
  },
  {
    id: 'express',
    name: 'Express, next working day',
    amounts: { USD: 1_490, EUR: 1_390, JPY: 2_100, KWD: 4_500 },
  },
] as const satisfies readonly { amounts: Record<Currency, number>; [other: string]: unknown }[];

export const defaultShippingOptionId = shippingPrices[0].id;
export const shippingOptionIds = shippingPrices.map(({ id }) => id);

/** Sales tax on goods after the discount, in basis points. One rate, so that a quote without an address is final. */
const taxBasisPoints = 800;

/** Prices a cart. A promo counts by its terms alone; whether it can still be used is decided when it is taken. */
export function quote(
  cart: { readonly version: number; readonly currency: Currency; readonly lines: readonly PricedLine[] },
  promo: PromoTerms | null,
  shippingOptionId: string,
): Quote {
  const of = (amount: number): Money => money(amount, cart.currency);
  const subtotal = cart.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  const discount = discountOn(subtotal, promo, cart.currency);
  const options = shippingPrices.map(({ id, name, amounts }) => {
    const isFree = promo?.kind === 'free_shipping' && id === defaultShippingOptionId;
    return { id, name, price: of(isFree ? 0 : amounts[cart.currency]) };
  });
  const chosen = options.find(({ id }) => id === shippingOptionId);
  if (!chosen) throw new Error(`there is no shipping option ${shippingOptionId}`);
  const shipping = subtotal === 0 ? 0 : chosen.price.amount;
  const tax = portion(subtotal - discount, taxBasisPoints, cart.currency);
  return {
    cartVersion: cart.version,
    shippingOptions: options,
    subtotal: of(subtotal),
    discount: of(discount),
    shipping: of(shipping),
    tax: of(tax),
    total: of(subtotal - discount + shipping + tax),
  };
}

/** What a promo takes off the goods, in minor units. */
export function discountOn(subtotal: number, promo: PromoTerms | null, currency: Currency): number {
  switch (promo?.kind) {
    case 'percent':
      return portion(subtotal, promo.value * 100, currency);
    case 'fixed':
      return Math.min(promo.value, subtotal);
    default:
      return 0;
  }
}

/**
 * A part of an amount in basis points, rounded half up to the currency's step, in whole numbers throughout. It is rounded
 * once, on the sum: what is charged is the sum of the lines that are shown.
 */
function portion(amount: number, basisPoints: number, currency: Currency): number {
  const { step } = currencies[currency];
  return Math.floor((amount * basisPoints + 5_000 * step) / (10_000 * step)) * step;
}
