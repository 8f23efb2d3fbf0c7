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
  { id: 'standard', name: 'Standard, 3 to 5 days', amount: 490 },
  { id: 'express', name: 'Express, next working day', amount: 1490 },
] as const;

export const defaultShippingOptionId = shippingPrices[0].id;
export const shippingOptionIds = shippingPrices.map(({ id }) => id);

/** Sales tax on goods after the discount, in basis points. One rate, so that a quote without an address is final. */
const taxBasisPoints = 800;

/** Prices a cart. A promo counts by its terms alone; whether it can still be used is decided when it is taken. */
export function quote(
  cart: { readonly version: number; readonly currency: string; readonly lines: readonly PricedLine[] },
  promo: PromoTerms | null,
  shippingOptionId: string,
): Quote {
  const of = (amount: number): Money => money(amount, cart.currency);
  const subtotal = cart.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  const discount = discountOn(subtotal, promo);
  const options = shippingPrices.map(({ id, name, amount }) => {
    const isFree = promo?.kind === 'free_shipping' && id === defaultShippingOptionId;
    return { id, name, price: of(isFree ? 0 : amount) };
  });
  const chosen = options.find(({ id }) => id === shippingOptionId);
  if (!chosen) throw new Error(`there is no shipping option ${shippingOptionId}`);
  const shipping = subtotal === 0 ? 0 : chosen.price.amount;
  const tax = portion(subtotal - discount, taxBasisPoints);
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
export function discountOn(subtotal: number, promo: PromoTerms | null): number {
  switch (promo?.kind) {
    case 'percent':
      return portion(subtotal, promo.value * 100);
    case 'fixed':
      return Math.min(promo.value, subtotal);
    default:
      return 0;
  }
}

/** A part of an amount in basis points, rounded half up, in whole numbers throughout. */
function portion(amount: number, basisPoints: number): number {
  return Math.floor((amount * basisPoints + 5_000) / 10_000);
}
