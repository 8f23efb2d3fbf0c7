export interface TestCard {
  readonly number: string;
  readonly outcome: string;
}

/**
 * Test cards by what they come to. They are Stripe's published ones (docs.stripe.com/testing), but for those of the line, which are
 * the simulator's own: there the processor itself misbehaves, and nothing in the shop knows of it.
 */
export const testCards: readonly { readonly kind: string; readonly cards: readonly TestCard[] }[] = [
  {
    kind: 'Pays',
    cards: [
      { number: '4242424242424242', outcome: 'Visa' },
      { number: '5555555555554444', outcome: 'Mastercard' },
      { number: '378282246310005', outcome: 'American Express' },
    ],
  },
  {
    kind: 'Is declined',
    cards: [
      { number: '4000000000000002', outcome: 'Without a reason' },
      { number: '4000000000009995', outcome: 'Insufficient funds' },
      { number: '4000000000000069', outcome: 'Expired card' },
      { number: '4000000000000127', outcome: 'Wrong security code' },
      { number: '4000000000000119', outcome: 'Processing error' },
      { number: '4000000000009987', outcome: 'Lost card' },
      { number: '4000000000006975', outcome: 'Used too often' },
      { number: '4000002500003155', outcome: 'Needs authentication' },
    ],
  },
  {
    kind: 'Pays over a broken line',
    cards: [
      { number: '4000000000004046', outcome: 'The processor’s answer is lost' },
      { number: '4000000000005035', outcome: 'The processor is silent for 30 s' },
    ],
  },
  {
    kind: 'Pays, and a refund of it',
    cards: [
      { number: '4000000000007726', outcome: 'takes a while' },
      { number: '4000000000005126', outcome: 'fails later' },
    ],
  },
];
