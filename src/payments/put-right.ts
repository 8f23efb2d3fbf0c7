import type { Payment, PrismaClient } from '@prisma-client/client';
import type { Finding, OurPayment } from './compare';
import type { Fact } from './processor';
import type { SettledCharge } from './settlement-report';
import { bookSecondCharge, bookSecondChargeGivenBack, refundSurplus, type SurplusRefund } from './surplus';

/** What differences are put right with. */
export interface PuttingRight extends LateRefunding {
  /** Brings a capture to its purchase as a fact. What came of it is read from the payment. */
  readonly settle: (
    purchase: { readonly scope: string; readonly key: string },
    fact: Extract<Fact, { kind: 'captured' }>,
  ) => Promise<unknown>;
}

export interface LateRefunding {
  readonly prisma: PrismaClient;
  /** Who we are at the processor: nothing that carries another name is touched. */
  readonly installation: string;
  /**
   * Records a refund of a payment's charge that came too late. A no-op when it is recorded already; false while another
   * refund of the payment has to end first.
   */
  readonly recordLateRefund: (payment: Payment, refund: SurplusRefund) => Promise<boolean>;
  /** Aborted when the process is to end: the work stops after what it is at, and the next run does the rest. */
  readonly signal?: AbortSignal | undefined;
}

export interface RecordedFinding {
  readonly kind: Finding['kind'] | 'captured_late' | 'report_unavailable';
  readonly processorId: string | null;
  readonly paymentId: string | null;
  readonly detail: string;
  /** What was done about it; `failed` is tried again by the next run. */
  readonly action: 'settled' | 'refunded' | 'reported' | 'failed';
}

/** Does what is to be done about a finding. */
export async function putRight(
  means: PuttingRight,
  { remedy, ...finding }: Finding,
): Promise<RecordedFinding> {
  const { kind, processorId, paymentId, detail } = finding;
  const recorded = { kind, processorId, paymentId, detail };
  if (remedy === null) return { ...recorded, action: 'reported' };
  const { charge, payment } = remedy;
  if (remedy.kind === 'settle') {
    const { intentId, chargeId, card } = charge;
    await means.settle(payment, { kind: 'captured', intentId, chargeId, card });
    // Another charge of the purchase may have come first; then this one is surplus to the next run.
    const { id } = payment;
    const isSettled = (await means.prisma.payment.count({ where: { id, chargeId } })) === 1;
    return { ...recorded, action: isSettled ? 'settled' : 'failed' };
  }
  return { ...recorded, ...(await giveBack(means, charge, payment)) };
}

async function giveBack(
  { prisma, installation }: PuttingRight,
  charge: SettledCharge,
  payment: OurPayment,
): Promise<Partial<RecordedFinding> & Pick<RecordedFinding, 'action'>> {
  const isSurplus = await bookSecondCharge(prisma, payment, charge);
  if (!isSurplus) {
    return { action: 'failed', detail: 'The purchase has not been settled by its other charge yet.' };
  }
  const { chargeId, currency } = charge;
  const given = await refundSurplus({ installation, chargeId, currency });
  if (given.kind === 'owed') return { action: 'failed', detail: `It is still owed: ${given.why}` };
  await bookSecondChargeGivenBack(prisma, payment, charge, given.refunds);
  return { action: 'refunded' };
}

/**
 * Gives back every capture that came after its purchase was given up, whoever brought it. The payment is `refunded`
 * afterwards, its books at zero.
 */
export async function refundLateCaptures({
  prisma,
  installation,
  recordLateRefund,
  signal,
}: LateRefunding): Promise<RecordedFinding[]> {
  const late = await prisma.payment.findMany({
    where: { status: 'captured_late' },
    orderBy: { createdAt: 'asc' },
    take: 100,
  });
  const findings: RecordedFinding[] = [];
  for (const payment of late) {
    if (signal?.aborted) break;
    findings.push(await refundLateCapture(payment));
  }
  return findings;

  async function refundLateCapture(payment: Payment): Promise<RecordedFinding> {
    const { id: paymentId, chargeId, currency } = payment;
    if (chargeId === null) throw new Error(`the payment ${paymentId} is captured_late and names no charge`);
    const finding = { kind: 'captured_late', processorId: chargeId, paymentId } as const;
    const given = await refundSurplus({ installation, chargeId, currency });
    if (given.kind === 'owed') {
      return { ...finding, detail: `It is still owed: ${given.why}`, action: 'failed' };
    }
    for (const refund of given.refunds) {
      if (await recordLateRefund(payment, refund)) continue;
      return { ...finding, detail: 'It is back, and waits for another refund to end.', action: 'failed' };
    }
    return { ...finding, detail: 'It came after its purchase was given up.', action: 'refunded' };
  }
}
