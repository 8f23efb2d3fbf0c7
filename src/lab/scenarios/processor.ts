import { paid, type ScenarioPlan, toCharge } from './scenario';

const group = 'A processor that does not answer';

export const processor: readonly ScenarioPlan[] = [
  {
    id: 'charged-in-silence',
    title: 'It charges, and never answers',
    group,
    story:
      'The processor charges the card, and its answer is swallowed. The shop waits until its own time is over.',
    lesson:
      'No answer is no failure: the payment is in doubt. The next attempt sends the same processor key, and is told what it came to.',
    code: 'src/payments/one-call.ts',
    expected: {
      attempts: 2,
      orders: 1,
      charges: 1,
      marks: ['unknown', 'took_over'],
      ends: { 'tab-1': 'paid' },
    },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [{ id: 'silence', match: toCharge, nth: 1, effect: { kind: 'drop', at: 'answer' } }],
        say: 'The wire will swallow what the processor answers to the charge.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      {
        ...{ do: 'wait', for: { tab: 'tab-1', phase: 'waiting' } },
        say: 'The shop says: we are checking. You will not be charged twice.',
      },
      paid('tab-1'),
    ],
  },
  {
    id: 'slow-twice',
    title: 'It answers too late, twice',
    group,
    story: 'Twice the processor takes longer than the shop waits.',
    lesson:
      'Each attempt sends the same processor key, so however many calls there are, there is one charge.',
    code: 'src/checkout/installation.ts',
    expected: {
      ...{ attempts: 3, orders: 1, charges: 1 },
      ...{ marks: ['unknown', 'unknown', 'took_over'], ends: { 'tab-1': 'paid' } },
    },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [
          { id: 'slow', match: toCharge, times: 2, effect: { kind: 'delay', at: 'answer', ms: 3_500 } },
        ],
        say: 'The wire will hold back two answers of the processor for longer than the shop waits.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
    ],
  },
];
