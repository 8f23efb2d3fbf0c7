import type { ScenarioId } from './scenarios';

export interface SectionData {
  readonly title: string;
  /** Where the shop does it: paths in the repository. */
  readonly code: readonly string[];
  readonly scenarios: readonly ScenarioId[];
}

/** The article from top to bottom, by the name in each section's address. */
export const sections = {
  'a-lost-answer': {
    title: 'A lost answer',
    code: ['src/retry/failure.ts'],
    scenarios: ['request-lost', 'killed-before-commit', 'answer-lost'],
  },
  'the-naive-retry': {
    title: 'The naive retry',
    code: ['src/retry/decide.ts', 'src/retry/policy.ts'],
    scenarios: ['answer-lost', 'double-tap'],
  },
  'the-key': {
    title: 'The key',
    code: ['src/idempotency/key.ts', 'src/ui/checkout/purchase-storage.ts'],
    scenarios: ['double-tap', 'two-tabs', 'key-expired'],
  },
  'claim-before-work': {
    title: 'Claim before work',
    code: ['src/idempotency/drive.ts', 'src/idempotency/claims.ts', 'src/platform/reasons.ts'],
    scenarios: ['retry-while-running', 'other-amount'],
  },
  'insert-first': {
    title: 'Check-then-insert against insert-first',
    code: ['src/idempotency/claims.ts', 'src/idempotency/races.db.test.ts'],
    scenarios: ['double-tap', 'two-tabs', 'last-one'],
  },
  'the-crash-in-the-middle': {
    title: 'The crash in the middle',
    code: ['src/checkout/installation.ts', 'src/payments/processor.ts', 'src/lab/crash/store.crash.test.ts'],
    scenarios: ['killed-between', 'killed-before-commit'],
  },
  'one-transaction': {
    title: 'One transaction',
    code: ['src/checkout/pay.ts', 'src/checkout/place-order.ts', 'src/idempotency/owner.ts'],
    scenarios: ['killed-before-commit', 'database-down'],
  },
  'in-doubt': {
    title: 'In doubt, and reconciliation',
    code: ['src/payments/states.ts', 'src/payments/give-up.ts', 'src/payments/reconcile.ts'],
    scenarios: ['charged-in-silence', 'slow-twice'],
  },
  'leases-and-fencing': {
    title: 'Leases and fencing',
    code: ['src/idempotency/claims.ts', 'src/idempotency/settle-fact.ts'],
    scenarios: ['paused-owner'],
  },
  'the-inbox': {
    title: 'At least once, and the inbox',
    code: ['src/payments/inbox.ts', 'src/payments/webhooks.ts'],
    scenarios: ['message-before-answer', 'message-twice', 'late-failure-notice'],
  },
  'retry-amplification': {
    title: 'Retry amplification',
    code: ['src/retry/policy.ts', 'src/ui/query-client.ts'],
    scenarios: ['database-down'],
  },
  'back-off-and-jitter': {
    title: 'Back-off and jitter',
    code: ['src/retry/backoff.ts', 'src/retry/simulation.test.ts'],
    scenarios: ['overload-without-jitter'],
  },
  'the-retry-budget': {
    title: 'The retry budget',
    code: ['src/retry/budget.ts', 'src/trpc/front-door.ts'],
    scenarios: ['overload-without-jitter'],
  },
  'which-tool': {
    title: 'Which tool for which operation',
    code: ['src/checkout/cart.ts', 'src/checkout/fulfil.ts', 'src/checkout/promo.ts'],
    scenarios: ['last-one'],
  },
  'every-hop': {
    title: 'Who makes the key, hop by hop',
    code: ['src/trpc/keyed.ts', 'src/checkout/installation.ts', 'src/jobs/queues.ts'],
    scenarios: ['killed-between', 'message-twice'],
  },
  'a-processor-without-keys': {
    title: 'A processor without keys',
    code: ['src/idempotency/operation.ts', 'src/idempotency/engine.db.test.ts'],
    scenarios: ['charged-in-silence'],
  },
  'the-arithmetic': { title: 'The arithmetic', code: ['src/jobs/reaper.ts'], scenarios: ['key-expired'] },
  'check-yourself': { title: 'Check yourself', code: [], scenarios: [] },
} as const satisfies Record<string, SectionData>;

export type SectionId = keyof typeof sections;
