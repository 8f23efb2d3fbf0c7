import { chargeLabel, paid, type ScenarioPlan, slowCharge } from './scenario';

const group = 'Pressed more than once';

export const pressing: readonly ScenarioPlan[] = [
  {
    id: 'double-tap',
    title: 'A double tap',
    group,
    story: 'Pay is tapped twice, faster than any answer can come.',
    lesson:
      'The first tap takes the purchase before anything else happens; the second one finds it taken, and sends nothing.',
    code: 'src/ui/checkout/purchase-runner.ts',
    expected: { attempts: 1, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    steps: [{ do: 'press', tab: 'tab-1', taps: 2, say: 'Pay is tapped twice in one go.' }, paid('tab-1')],
  },
  {
    id: 'two-tabs',
    title: 'Two tabs pay the same cart',
    group,
    story:
      'The checkout is open in two tabs, and Pay is pressed in both. Each purchase has a key of its own.',
    lesson:
      'The order is made under the lock of its cart, and a cart has one live order: the second purchase is told of it.',
    code: 'src/checkout/place-order.ts',
    expected: {
      ...{ attempts: 2, orders: 1, charges: 1, marks: ['first', 'first'] },
      ends: { 'tab-1': 'paid', 'tab-2': 'already_ordered' },
    },
    tabs: ['tab-1', 'tab-2'],
    steps: [
      {
        do: 'rules',
        rules: [slowCharge(800)],
        say: 'The wire will hold back what the processor answers, so that there is time.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed in the first tab.' },
      { do: 'wait', for: { message: chargeLabel, is: 'sent' } },
      { do: 'prefer', store: 'store-2' },
      {
        do: 'press',
        tab: 'tab-2',
        say: 'And in the second one, while the first is still paying. It reaches another store.',
      },
      { do: 'wait', for: { tab: 'tab-2', phase: 'already_ordered' } },
      paid('tab-1'),
    ],
  },
  {
    id: 'retry-while-running',
    title: 'Tried again while the first is still at work',
    group,
    story:
      'The page is reloaded while the card is being charged. It finds its purchase in the tab and asks again.',
    lesson:
      'The second attempt finds the claim of the first one, with its lease alive, and waits for the answer that it stores.',
    code: 'src/idempotency/drive.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first', 'joined'], ends: { 'tab-1': 'paid' } },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      { do: 'rules', rules: [slowCharge(1_500)], say: 'The wire will hold back what the processor answers.' },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { message: chargeLabel, is: 'sent' } },
      { do: 'prefer', store: 'store-2' },
      {
        do: 'reload',
        tab: 'tab-1',
        say: 'The page is reloaded. Its purchase is still in the tab; the other store is asked.',
      },
      paid('tab-1'),
    ],
  },
  {
    id: 'other-amount',
    title: 'The same key with another amount',
    group,
    story: 'Somebody sends the key of a purchase once more, with another total.',
    lesson:
      'A key belongs to one input, by its fingerprint. Another one is refused, and the stored answer stays what it is.',
    code: 'src/idempotency/fingerprint.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first', 'mismatch'], ends: { 'tab-1': 'paid' } },
    steps: [
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
      {
        do: 'send again',
        tab: 'tab-1',
        amountMore: 100,
        say: 'The same key goes out once more, for a dollar more.',
      },
    ],
  },
];
