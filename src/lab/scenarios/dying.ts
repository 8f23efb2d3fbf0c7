import { chargeLabel, keyOf, paid, type ScenarioPlan, toCharge } from './scenario';

const group = 'Processes that die';

const commits = { from: 'store-1', link: 'shop-database', statement: '^COMMIT', key: keyOf('tab-1') };

export const dying: readonly ScenarioPlan[] = [
  {
    id: 'killed-before-commit',
    title: 'The server dies before it has committed',
    group,
    story: 'The store is killed at the COMMIT that would have stored claim and order.',
    lesson:
      'Claim and order are one transaction, so nothing of either is left. The next attempt is new, at another store.',
    code: 'src/checkout/pay.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['first'], ends: { 'tab-1': 'paid' } },
    steps: [
      {
        do: 'rules',
        rules: [
          {
            id: 'crash',
            match: commits,
            nth: 1,
            effect: { kind: 'kill', at: 'request', process: 'store-1' },
          },
        ],
        say: 'The wire will kill the store at the COMMIT of its claim, before that reaches the database.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { member: 'store-1', is: 'down' } },
      { ...paid('tab-1'), say: 'The page tries again. The other store finds no trace of the key.' },
      { do: 'start', member: 'store-1', say: 'The store comes back.' },
    ],
  },
  {
    id: 'killed-between',
    title: 'The server is killed between charge and record',
    group,
    story: 'The card is charged. Before the store can write that down, it is killed.',
    lesson:
      'The claim outlives its owner. When its lease is over, the next attempt takes over, and sends the charge again with the same key: the processor repeats its answer.',
    code: 'src/idempotency/owner.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['took_over'], ends: { 'tab-1': 'paid' } },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [
          {
            ...{ id: 'crash', match: { ...toCharge, from: 'store-1' }, nth: 1 },
            effect: { kind: 'kill', at: 'answer', process: 'store-1' },
          },
        ],
        say: 'The wire will kill the store when the processor has charged, before the answer reaches it.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { member: 'store-1', is: 'down' } },
      {
        ...paid('tab-1'),
        say: 'The page tries again. The other store waits for the lease of the dead one, then takes over.',
      },
      { do: 'start', member: 'store-1', say: 'The store comes back.' },
    ],
  },
  {
    id: 'paused-owner',
    title: 'The lease runs out under a paused owner',
    group,
    story:
      'The store is frozen in the middle of a charge, for longer than its lease. Another one takes over. Then the first wakes up.',
    lesson:
      'The new owner has a new token. What the old one still wants to say is conditional on its own, so it is fenced, and reads what is there.',
    code: 'src/idempotency/owner.ts',
    expected: { attempts: 2, orders: 1, charges: 1, marks: ['took_over'], ends: { 'tab-1': 'paid' } },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [
          {
            ...{ id: 'freeze', match: { ...toCharge, from: 'store-1' }, nth: 1 },
            effect: { kind: 'kill', at: 'answer', process: 'store-1', signal: 'SIGSTOP' },
          },
        ],
        say: 'The wire will freeze the store when the processor has charged, before it can hear of it.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { member: 'store-1', is: 'paused' } },
      { do: 'wait', for: { leaseIsOver: 'tab-1' }, say: 'The store stands still, and its lease runs out.' },
      { do: 'reload', tab: 'tab-1', say: 'The page is reloaded, and asks the other store: that takes over.' },
      paid('tab-1'),
      {
        do: 'signal',
        member: 'store-1',
        signal: 'SIGCONT',
        say: 'The first store wakes up, and finds that it owns nothing any more.',
      },
      { do: 'wait', for: { message: 'INSERT attempt', from: 'store-1', is: 'over' } },
    ],
  },
  {
    id: 'page-closed',
    title: 'Nobody comes back',
    group,
    story:
      'The store is killed after the charge, and the shopper has closed the page. No retry will ever come.',
    lesson: 'The worker looks for claims that nobody works on, and finishes them with their own key.',
    code: 'src/jobs/recovery.ts',
    expected: { attempts: 1, orders: 1, charges: 1, marks: [], ends: {} },
    hasWorker: true,
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [
          {
            ...{ id: 'crash', match: { ...toCharge, from: 'store-1' }, nth: 1 },
            effect: { kind: 'kill', at: 'answer', process: 'store-1' },
          },
        ],
        say: 'The wire will kill the store when the processor has charged.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { message: chargeLabel, from: 'store-1', is: 'sent' } },
      { do: 'close', tab: 'tab-1', say: 'The page is closed.' },
      { do: 'wait', for: { member: 'store-1', is: 'down' } },
      { do: 'start', member: 'store-1', say: 'The store comes back, and knows nothing of it.' },
      {
        ...{ do: 'wait', for: { message: 'UPDATE idempotency_key', from: 'worker-1', is: 'over' } },
        say: 'The lease runs out, and the worker takes over.',
      },
    ],
  },
  {
    id: 'database-down',
    title: 'The database goes down',
    group,
    story: 'PostgreSQL is stopped hard at the very COMMIT that would have stored the order as paid.',
    lesson:
      'A charge that could not be written down is not lost: the claim is there, and whoever takes over meets the same charge.',
    code: 'src/idempotency/commit.ts',
    // How often the page asks until the lease is over depends on how long the database takes.
    expected: { orders: 1, charges: 1, marks: ['took_over'], ends: { 'tab-1': 'paid' } },
    processor: { webhooks: { mode: 'never' } },
    steps: [
      {
        do: 'rules',
        rules: [
          {
            ...{ id: 'crash', match: commits, nth: 2 },
            effect: { kind: 'kill', at: 'request', process: 'postgres', signal: 'SIGQUIT' },
          },
        ],
        say: 'The wire will end PostgreSQL at the second COMMIT: the card is charged by then.',
      },
      { do: 'press', tab: 'tab-1', say: 'Pay is pressed once.' },
      { do: 'wait', for: { member: 'postgres', is: 'down' } },
      {
        ...{ do: 'wait', for: { tab: 'tab-1', phase: 'waiting' } },
        say: 'The store cannot say what became of it. The page will ask again.',
      },
      { do: 'start', member: 'postgres', say: 'PostgreSQL is started again, and reads its log.' },
      { ...paid('tab-1'), say: 'The lease runs out, and whoever asks then takes over.' },
    ],
  },
];
