import type { Break } from '@/ui/lab/protocol';
import type { RuleInput } from '@/wire/rules';
import { toCharge, toPay } from '../scenarios/scenario';

/** A way to break the wires of the demo's shop. The browsers are real ones there, and do not know of it. */
export interface DemoBreak extends Break {
  readonly rules: readonly RuleInput[];
}

export const demoBreaks: readonly DemoBreak[] = [
  {
    id: 'answer-lost',
    title: 'Lose the next answer',
    story:
      'The next payment is made and stored, and its answer breaks off half way. The page tries again with the same key.',
    // Broken off, not reset: a browser repeats a POST by itself when a connection that it used before is reset.
    rules: [{ id: 'answer-lost', match: toPay, times: 1, effect: { kind: 'cut', at: 'answer' } }],
  },
  {
    id: 'two-answers-lost',
    title: 'Lose the next two answers',
    story: 'Three attempts with one key, and the page backs off between them.',
    rules: [{ id: 'two-answers-lost', match: toPay, times: 2, effect: { kind: 'cut', at: 'answer' } }],
  },
  {
    id: 'request-lost',
    title: 'Lose the next request',
    story: 'It never arrives. The page waits for eight seconds, and then sends the same key again.',
    rules: [{ id: 'request-lost', match: toPay, times: 1, effect: { kind: 'drop', at: 'request' } }],
  },
  {
    id: 'dies-before-commit',
    title: 'Kill the store before it commits',
    story:
      'The claim and the order are being written when the process ends. Nothing of them stays, and the store is started again.',
    rules: [
      {
        ...{ id: 'dies-before-commit', times: 1 },
        match: { from: 'store', statement: 'INSERT INTO idempotency_key' },
        effect: { kind: 'kill', at: 'answer', process: 'store' },
      },
    ],
  },
  {
    id: 'dies-after-charge',
    title: 'Kill the store when the card is charged',
    story:
      'The processor has taken the money, and nobody is there to write it down. Whoever comes next finishes the purchase.',
    rules: [
      {
        ...{ id: 'dies-after-charge', times: 1 },
        match: { ...toCharge, from: 'store' },
        effect: { kind: 'kill', at: 'answer', process: 'store' },
      },
    ],
  },
  {
    id: 'silent-processor',
    title: 'Silence the processor after it has charged',
    story: 'The shop hears nothing. The payment is in doubt, and the page says so until a fact is known.',
    rules: [{ id: 'silent-processor', match: toCharge, times: 1, effect: { kind: 'drop', at: 'answer' } }],
  },
  {
    id: 'no-webhooks',
    title: 'Lose every message of the processor',
    story:
      'What the processor tells by itself never arrives. The shop does not need it, and reconciliation finds what is missing.',
    rules: [
      { id: 'no-webhooks', match: { link: 'processor-shop' }, effect: { kind: 'reset', at: 'request' } },
    ],
  },
  {
    id: 'bad-line',
    title: 'A bad line to the browser',
    story: 'Every second answer to a payment breaks off, for as long as it is broken.',
    rules: [{ id: 'bad-line', match: toPay, probability: 0.5, effect: { kind: 'cut', at: 'answer' } }],
  },
];
