import { engine } from '@/checkout/engine';
import { installationId } from '@/checkout/installation';
import { payOperation } from '@/checkout/pay';
import { lockPaymentOfOrder, nameAtProcessor, recordForeignRefund } from '@/checkout/settle-refund';
import { type LateRefunding, type PuttingRight, refundLateCaptures } from '@/payments/put-right';
import { type Reconciled, reconcile } from '@/payments/reconcile';
import { inTransaction, prisma } from '@/platform/database';
import { env } from '@/platform/env';

/** A run looks at this much of the run before it once more: clocks differ, and lists are cut at whole seconds. */
const overlapMs = 10 * 60_000;

/**
 * Reconciles everything since the last run that ended with nothing left to try again; the first run, everything since this
 * installation was made. What is younger than `RECONCILE_MIN_AGE_MS` may still be under way, and is left for the next run.
 */
export async function runReconciliation(now = new Date(), signal?: AbortSignal): Promise<Reconciled> {
  const to = new Date(now.getTime() - env().reconcileMinAgeMs);
  const from = new Date(Math.min((await reconciledUntil()).getTime(), to.getTime()) - overlapMs);
  const operation = payOperation().name;
  return reconcile({ ...(await wiring(signal)), operation, period: { from, to }, settle });
}

/** Gives captures back that came after their purchase was given up, without waiting for the next reconciliation. */
export async function runLateRefunds(signal?: AbortSignal): ReturnType<typeof refundLateCaptures> {
  return refundLateCaptures(await wiring(signal));
}

async function reconciledUntil(): Promise<Date> {
  const last = await prisma().reconciliationRun.findFirst({
    // Captures that came too late are found by their state, whenever they were made: they hold up no period.
    where: {
      finishedAt: { not: null },
      findings: { none: { action: 'failed', kind: { not: 'captured_late' } } },
    },
    orderBy: { toTime: 'desc' },
    select: { toTime: true },
  });
  return last?.toTime ?? (await prisma().installation.findFirstOrThrow()).createdAt;
}

async function wiring(signal: AbortSignal | undefined): Promise<LateRefunding> {
  return { prisma: prisma(), installation: await installationId(prisma()), recordLateRefund, signal };
}

const settle: PuttingRight['settle'] = (purchase, fact) => engine().settle(payOperation(), purchase, fact);

/** The refund of a charge that came too late gets a row like any other, so that operators and audits see it. */
const recordLateRefund: LateRefunding['recordLateRefund'] = ({ orderId }, { refundId, amount }) =>
  inTransaction(async (tx) => {
    const payment = await lockPaymentOfOrder(tx, orderId);
    if (!payment) throw new Error(`the order ${orderId} has lost its payment`);
    const known = await tx.refund.findUnique({ where: { refundId }, select: { id: true } });
    if (known) return true;
    return recordForeignRefund(tx, payment, {
      fact: { kind: 'refunded', refundId },
      amount,
      currency: payment.currency,
      reason: 'duplicate',
      ...nameAtProcessor(refundId),
    });
  });
