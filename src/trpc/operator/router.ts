import { fulfilOrder } from '@/checkout/fulfil';
import { findOrderInput, fulfilInput, refundInput } from '@/checkout/input';
import { readKeyRecord } from '@/checkout/key-record';
import { readOrderRecord } from '@/checkout/order-record';
import { isRefundAnswer, type RefundOperation, refundOperation } from '@/checkout/refund';
import { search } from '@/checkout/search';
import { listAudits } from '@/jobs/audit-runs';
import { listDoubts } from '@/jobs/doubts';
import { readJobs } from '@/jobs/overview';
import { enqueue, redrive } from '@/jobs/queues';
import { recoverNow } from '@/jobs/recovery';
import { listTransactions } from '@/ledger/transactions';
import { trialBalance } from '@/ledger/trial-balance';
import { listPayments } from '@/payments/list';
import { listReconciliations, readReconciliation } from '@/payments/reconciliation-runs';
import { prisma } from '@/platform/database';
import { ShopError } from '@/platform/shop-error';
import { router } from '../trpc';
import { acting, actingAtOnce, type BegunAction, listActions } from './actions';
import {
  actionsInput,
  keyInput,
  paymentsInput,
  reconciliationInput,
  reconciliationsInput,
  redriveInput,
  runNowInput,
  searchInput,
  transactionsInput,
} from './inputs';
import { keyedOperatorProcedure, operatorProcedure } from './procedures';

/** What operators see. */
const reads = {
  search: operatorProcedure.input(searchInput).query(({ input }) => search(input.text)),
  key: operatorProcedure.input(keyInput).query(({ input }) => readKeyRecord(input)),
  order: operatorProcedure.input(findOrderInput).query(({ input }) => readOrderRecord(input)),
  doubts: operatorProcedure.query(() => listDoubts()),
  payments: operatorProcedure.input(paymentsInput).query(({ input }) => listPayments(input)),
  trialBalance: operatorProcedure.query(() => trialBalance(prisma())),
  transactions: operatorProcedure.input(transactionsInput).query(({ input }) => listTransactions(input)),
  reconciliations: operatorProcedure
    .input(reconciliationsInput)
    .query(({ input }) => listReconciliations(input.onlyFindings)),
  reconciliation: operatorProcedure
    .input(reconciliationInput)
    .query(({ input }) => readReconciliation(input.runId)),
  jobs: operatorProcedure.query(() => readJobs()),
  audits: operatorProcedure.query(() => listAudits()),
  actions: operatorProcedure.input(actionsInput).query(({ input }) => listActions(input)),
};

/** What operators do. Each is recorded, with who did it and when. */
const acts = {
  fulfil: operatorProcedure.input(fulfilInput).mutation(({ ctx, input: { orderId, version } }) => {
    const seen = seenVersion(ctx.headers, version);
    return actingAtOnce(
      { who: ctx.who, action: 'fulfil', subject: orderId, detail: { version: seen } },
      (tx) => fulfilOrder(orderId, seen, tx),
      ({ outcome }) => outcome,
    );
  }),

  refund: keyedOperatorProcedure.input(refundInput).mutation(async ({ ctx, input }) => {
    const { orderId, ...detail } = input;
    const key = ctx.headers.get('idempotency-key') ?? '';
    const stored = await acting(
      { who: ctx.who, action: 'refund', subject: orderId, detail: { ...detail, key } },
      (action) => ctx.run(recordingBegin(refundOperation(), action), input),
      () => 'succeeded',
    );
    // Checked, not rebuilt: the answer leaves with the very text that was stored.
    if (!isRefundAnswer(stored)) throw new Error('a stored refund cannot be read');
    return stored;
  }),

  /** Finishes a key that is in doubt by the same recovery that the worker does when its rest is over. */
  askProcessor: operatorProcedure.input(keyInput).mutation(({ ctx, input: { key, ...detail } }) => {
    const asked = acting(
      { who: ctx.who, action: 'ask_processor', subject: key, detail },
      async (action) => {
        await action.begin(prisma());
        return { end: await recoverNow({ ...detail, key }) };
      },
      ({ end }) => end ?? 'not_open',
    );
    // A page that is closed meanwhile ends no takeover.
    ctx.keepAlive(asked.catch(() => undefined));
    return asked;
  }),

  redrive: operatorProcedure.input(redriveInput).mutation(async ({ ctx, input: { queue } }) => {
    const act = { who: ctx.who, action: 'redrive', subject: queue, detail: {} } as const;
    const redriven = await actingAtOnce(
      act,
      (tx) => redrive(tx, queue),
      (count) => `${count} sent again`,
    );
    return { redriven };
  }),

  runNow: operatorProcedure.input(runNowInput).mutation(async ({ ctx, input: { queue } }) => {
    const act = { who: ctx.who, action: 'run_now', subject: queue, detail: {} } as const;
    await actingAtOnce(
      act,
      (tx) => enqueue(tx, queue, {}),
      () => 'queued',
    );
    return { queue };
  }),
};

export const operator = router({ ...reads, ...acts });

/** The same operation, whose claiming transaction also writes who began it. */
function recordingBegin(operation: RefundOperation, action: BegunAction): RefundOperation {
  return {
    ...operation,
    begin: async (tx, refund, subject) => {
      await operation.begin(tx, refund, subject);
      await action.begin(tx);
    },
  };
}

/** The version that the operator has seen: RFC 9110's `If-Match` with one entity tag, or the input's. */
function seenVersion(headers: Headers, inInput: number | undefined): number {
  const header = headers.get('if-match');
  if (header === null && inInput !== undefined) return inInput;
  const inHeader = Number(/^("?)([1-9]\d{0,8})\1$/.exec(header ?? '')?.[2]);
  if (Number.isInteger(inHeader) && inHeader === (inInput ?? inHeader)) return inHeader;
  throw new ShopError(
    'invalid_input',
    'Please name the one version of the order that you have seen, as If-Match: "3" or in the input.',
    { fields: { version: 'The version that you have seen.' } },
  );
}
