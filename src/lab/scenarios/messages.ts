import { paid, type ScenarioPlan, slowCharge } from './scenario';

const group = 'Messages of the processor';

/** What the processor tells of one payment: that it was made, that it and its charge succeeded, and that the charge has its fee. */
const messagesOfPayment = 4;

export const messages: readonly ScenarioPlan[] = [
  {
    id: 'message-before-answer',
    title: 'The message comes before the answer',
    group,
    story: 'The processor tells the shop of the charge by a message, while its answer is still on the way.',
    lesson:
      'A fact may be brought by anybody. The first one writes it; the owner finds it written, and answers with what is there.',
    code: 'src/idempotency/settle-fact.ts',
    expected: { attempts: 1, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    webhooksTo: 'store-2',
    steps: [
      { do: 'rules', rules: [slowCharge(1_200)], say: 'The wire will hold back what the processor answers.' },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once, and the processor charges.' },
      {
        ...{ do: 'wait', for: { message: 'POST /api/webhooks/stripe', is: 'over' } },
        say: 'Its messages are quicker than its answer.',
      },
      paid('tab-1'),
      { do: 'wait', for: { webhooks: messagesOfPayment } },
    ],
  },
  {
    id: 'message-twice',
    title: 'Every message comes twice',
    group,
    story: 'The processor delivers each of its messages two times at the same moment, as it may.',
    lesson:
      'A message is recorded in the transaction of its effect. The second one finds it, or the fact, and changes nothing.',
    code: 'src/payments/inbox.ts',
    expected: { attempts: 1, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    processor: { webhooks: { mode: 'twice' } },
    webhooksTo: 'store-2',
    steps: [
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
      {
        do: 'wait',
        for: { webhooks: 2 * messagesOfPayment },
        say: 'The messages come in, each of them twice.',
      },
    ],
  },
  {
    id: 'late-failure-notice',
    title: 'A late message says that it failed',
    group,
    story: 'Long after the payment went through, a message arrives that says the opposite.',
    lesson:
      'A message is a hint. What it says is not believed: the payment is read at the processor, and that is settled.',
    code: 'src/payments/webhooks.ts',
    expected: { attempts: 1, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    steps: [
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      paid('tab-1'),
      { do: 'wait', for: { webhooks: messagesOfPayment } },
      {
        do: 'failure notice',
        tab: 'tab-1',
        say: 'A message arrives, signed as it should be: the payment has failed.',
      },
      { do: 'wait', for: { webhooks: messagesOfPayment + 1 } },
    ],
  },
];
