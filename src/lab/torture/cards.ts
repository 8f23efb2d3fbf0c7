import type { CheckoutValues } from '@/ui/checkout/checkout-values';
import type { Draw } from './draw';

/** Test cards of the processor, by what becomes of a charge or of its refund. */
const numbers = {
  good: ['4242424242424242', '5555555555554444', '6011111111111117'],
  declined: ['4000000000000002', '4000000000009995', '4000000000000127'],
  authentication: ['4000002760003184'],
  refundPending: ['4000000000007726'],
  refundFails: ['4000000000005126'],
} as const;

export type CardKind = keyof typeof numbers;

export function drawCard(draw: Draw): CheckoutValues['card'] {
  const weights = { good: 76, declined: 12, authentication: 3, refundPending: 6, refundFails: 3 };
  return cardOf(draw, draw.weighed<CardKind>(weights));
}

export function cardOf(draw: Draw, kind: CardKind): CheckoutValues['card'] {
  return { number: draw.pick<string>(numbers[kind]), expiry: '12 / 34', cvc: '123' };
}
