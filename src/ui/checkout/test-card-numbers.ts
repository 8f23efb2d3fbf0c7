/** Stripe's published test cards, which the simulator knows too (docs.stripe.com/testing). */
export const testCards = [
  { number: '4242424242424242', outcome: 'Works' },
  { number: '5555555555554444', outcome: 'Works (Mastercard)' },
  { number: '4000000000000002', outcome: 'Declined' },
  { number: '4000000000009995', outcome: 'Declined: insufficient funds' },
  { number: '4000000000000069', outcome: 'Declined: expired card' },
  { number: '4000000000000127', outcome: 'Declined: wrong security code' },
  { number: '4000002500003155', outcome: 'Needs authentication' },
] as const;
