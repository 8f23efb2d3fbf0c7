import { paid, type ScenarioPlan, slowCharge, toPay } from './scenario';

const group = 'Lost on the way';

export const lost: readonly ScenarioPlan[] = [
  {
    id: 'request-lost',
    title: 'The request is lost',
    group,
    story: 'The connection breaks before the request has reached the shop. The page cannot know that.',
    lesson:
      'The page sends the same key again. The shop has never seen it, so the second attempt is the first that counts.',
    code: 'src/ui/checkout/purchase-attempts.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    steps: [
      {
        do: 'rules',
        rules: [{ id: 'lost', match: toPay, nth: 1, effect: { kind: 'reset', at: 'request' } }],
        say: 'The wire will break the connection before the first request arrives.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { ...paid('tab-1'), say: 'The page waits, and sends the same key again.' },
    ],
  },
  {
    id: 'answer-lost',
    title: 'The answer is lost',
    group,
    story: 'The card is charged, the order is stored, and the answer never comes back to the page.',
    lesson:
      'The answer is stored under the key in the transaction that settles the payment. The second attempt finds it, and is told the same bytes.',
    code: 'src/idempotency/drive.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first', 'replayed'], ends: { 'tab-1': 'paid' } },
    steps: [
      {
        do: 'rules',
        rules: [{ id: 'lost', match: toPay, nth: 1, effect: { kind: 'reset', at: 'answer' } }],
        say: 'The wire will break the connection once the shop has answered.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      {
        ...paid('tab-1'),
        say: 'The page does not know what became of it, and asks again with the same key.',
      },
    ],
  },
  {
    id: 'sent-twice',
    title: 'The network delivers it twice',
    group,
    story: 'One request arrives two times at the same moment, over two connections.',
    lesson: 'One of the two claims the key, the other one finds the work under way and waits for its answer.',
    code: 'src/idempotency/flights.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first', 'joined'], ends: { 'tab-1': 'paid' } },
    steps: [
      {
        do: 'rules',
        rules: [{ id: 'twice', match: toPay, nth: 1, effect: { kind: 'duplicate' } }, slowCharge(300)],
        say: 'The wire will deliver the request twice.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
    ],
  },
];
