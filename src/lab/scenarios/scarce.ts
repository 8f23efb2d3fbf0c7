import { paid, type ScenarioPlan, slowCharge } from './scenario';

export const scarce: readonly ScenarioPlan[] = [
  {
    id: 'key-expired',
    title: 'The key has expired',
    group: 'Later',
    story: 'A day later the stored answer is gone, and a forgotten page sends its purchase once more.',
    lesson:
      'To the engine the key is new. The cart is not: one live order a cart is a unique index of its own.',
    code: 'src/checkout/place-order.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first', 'first'], ends: { 'tab-1': 'paid' } },
    steps: [
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
      {
        do: 'expire',
        tab: 'tab-1',
        say: 'The time for which its answer is kept is over, and it is deleted.',
      },
      { do: 'send again', tab: 'tab-1', say: 'The same request comes once more, with the same key.' },
    ],
  },
  {
    id: 'last-one',
    title: 'Two buyers, one left',
    group: 'Later',
    story: 'Two shoppers have the last unit in their carts, and press Pay in the same moment.',
    lesson:
      'Stock is taken in the transaction of the claim, under the lock of its row: one has it, the other is told before anything is charged.',
    code: 'src/checkout/stock.ts',
    expected: {
      ...{ attempts: 2, orders: 1, charges: 1, marks: ['first', 'first'] },
      ends: { 'tab-1': 'paid', 'tab-2': 'refused' },
    },
    tabs: ['tab-1', 'tab-2'],
    isOfTwoShoppers: true,
    stock: 1,
    steps: [
      { do: 'rules', rules: [slowCharge(600)] },
      { do: 'press', tab: 'tab-1', say: 'The first shopper presses Pay.' },
      { do: 'wait', for: { message: 'INSERT idempotency_key', from: 'store-1', is: 'sent' } },
      { do: 'prefer', store: 'store-2' },
      { do: 'press', tab: 'tab-2', say: 'So does the second one.' },
      { do: 'wait', for: { tab: 'tab-2', phase: 'refused' } },
      paid('tab-1'),
    ],
  },
];
