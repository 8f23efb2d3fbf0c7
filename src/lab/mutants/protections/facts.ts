// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is replaced is code, templates included
import { edit, type Mutant, tests } from '../mutant';

const pay = 'src/checkout/pay.ts';
const connections = 'src/platform/database.ts';
const oneChargeTests = 'src/checkout/one-charge.db.test.ts';
const connectionTests = 'src/platform/database.db.test.ts';

const limits = 'src/platform/pooled-limits.ts';
const pausedLimit = '    idle_in_transaction_session_timeout: limits.transactionTimeoutMs,\n';

/** What a fact settles, once, what belongs into its transaction, and what keeps transactions apart. */
export const facts: readonly Mutant[] = [
  {
    name: 'fact-once',
    without: 'the look at whether a capture is written already',
    seenIn: 'process',
    edits: [
      edit(
        pay,
        '    if (payment.chargeId !== null) return paidAnswer(payment, payment.card, payment.order.paidAt);\n',
        '',
      ),
    ],
    caughtBy: tests(oneChargeTests, 'stays as it was paid, whatever is said of it later, and however often'),
  },
  {
    name: 'paid-stays-paid',
    without: 'the states: a payment that is captured may be declined',
    seenIn: 'process',
    edits: [
      edit(
        'src/payments/states.ts',
        "  captured: ['partially_refunded', 'refunded'],",
        "  captured: ['partially_refunded', 'refunded', 'declined', 'not_made'],",
      ),
      edit(
        pay,
        `  if (isUnresolved(payment.status)) {
    await undoOrder`,
        `  if (payment.status !== 'declined') {
    await undoOrder`,
      ),
    ],
    caughtBy: [
      ...tests('src/payments/states.test.ts', 'never lets a paid order become unpaid'),
      ...tests(oneChargeTests, 'stays as it was paid, whatever is said of it later, and however often'),
    ],
  },
  {
    name: 'late-capture',
    without: 'the keeping of a capture that turns up after the purchase was given up',
    seenIn: 'process',
    edits: [
      edit(
        pay,
        'if (payment.chargeId !== null) return',
        'if (payment.chargeId !== null || !isUnresolved(payment.status)) return',
      ),
    ],
    caughtBy: tests(
      'src/jobs/reconciliation.db.test.ts',
      'gives a capture back that turns up for a purchase that was given up, and its books end at zero',
    ),
  },
  {
    name: 'inbox',
    without: 'the message in the transaction of its effect: it is recorded before, by itself',
    seenIn: 'process',
    edits: [
      edit(
        'src/payments/webhooks.ts',
        `  const end = await engine().settle(payOperation(), purchase, outcome.fact, (tx) =>
    recordApplied(tx, message, 'settled'),
  );`,
        `  await conclude(message, 'settled');
  const end = await engine().settle(payOperation(), purchase, outcome.fact);`,
      ),
    ],
    caughtBy: tests(
      'src/payments/inbox.db.test.ts',
      'does not remember a message whose effect failed: its redelivery has the effect, and a third one has none',
    ),
  },
  {
    name: 'outbox',
    without: 'the job in the transaction of what it follows',
    seenIn: 'worker',
    edits: [
      edit(
        'src/jobs/queues.ts',
        "import type { Tx } from '@/platform/database';",
        "import { prisma, type Tx } from '@/platform/database';",
      ),
      edit(
        'src/jobs/queues.ts',
        'rows: await tx.$queryRawUnsafe<unknown[]>',
        'rows: await prisma().$queryRawUnsafe<unknown[]>',
      ),
    ],
    caughtBy: tests(
      'src/jobs/queues.db.test.ts',
      'a job inside a transaction that rolls back was never there, and one for a missing queue is an error',
    ),
  },
  {
    name: 'reopened-version',
    without: 'the raised version of a cart that is open again',
    seenIn: 'process',
    edits: [
      edit(
        'src/checkout/settle-payment.ts',
        'UPDATE cart SET version = version + 1, updated_at',
        'UPDATE cart SET updated_at',
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'is refused when it is of the cart as it was before another card was declined',
    ),
  },
  {
    name: 'connection-at-rest',
    // A paused transaction is ended by PostgreSQL too, and which of the two comes first is a matter of milliseconds.
    without: 'the two endings of connections that come back with a transaction open',
    seenIn: 'process',
    edits: [
      edit(
        connections,
        'if (!isAtRest(connection)) void connection.end();',
        "if (!isAtRest(connection)) log().debug('a connection comes back as it is');",
      ),
      edit(limits, pausedLimit, ''),
    ],
    caughtBy: tests(
      connectionTests,
      'never lets one transaction commit what another has left open on a connection that stood still',
    ),
  },
  {
    name: 'paused-transaction',
    without: 'the limit on how long a paused transaction keeps its locks',
    seenIn: 'process',
    edits: [edit(limits, pausedLimit, '')],
    caughtBy: tests(
      connectionTests,
      'takes the locks away from a process that is paused inside a transaction',
    ),
  },
];
