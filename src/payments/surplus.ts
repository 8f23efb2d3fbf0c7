import type { PrismaClient } from '@prisma-client/client';
import { type LedgerEvent, lateCapture, surplusRefund } from '@/ledger/events';
import { isPosted, post } from '@/ledger/post';
import { inTransaction, type Tx } from '@/platform/database';
import { env } from '@/platform/env';
import type { OurPayment } from './compare';
import { stripe } from './processor';
import { createRefund, report } from './refunds';
import type { SettledCharge } from './settlement-report';

/** A charge of ours for which nobody gets anything. */
export interface Surplus {
  readonly installation: string;
  readonly chargeId: string;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** What became of giving a surplus back. */
export type GivenBack =
  /** All of it is back, in these refunds: normally one, of our own making. */
  | { readonly kind: 'given_back'; readonly refunds: readonly SurplusRefund[] }
  /** It is still owed; the next run tries again. */
  | { readonly kind: 'owed'; readonly why: string };

export interface SurplusRefund {
  readonly refundId: string;
  /** Minor units. */
  readonly amount: number;
}

/** The processor's key of a surplus's refund: of the charge alone, so that any number of runs and crashes make one refund. */
export function surplusKey(chargeId: string): string {
  return `doubletap-surplus-${chargeId}`;
}

/**
 * Gives back what is left of a surplus at the processor, once, however often it is called. It looks before it sends,
 * because the processor forgets keys after a day. Never throws: what is not known is owed.
 */
export async function refundSurplus(surplus: Surplus): Promise<GivenBack> {
  try {
    const { chargeId } = surplus;
    const charge = await stripe().charges.retrieve(chargeId, {}, { timeout: env().processor.timeoutMs });
    const left = charge.amount_captured - charge.amount_refunded;
    const failure = left > 0 ? await sendRefund(surplus, left) : null;
    const refunds = await succeededRefunds(chargeId);
    const isBack = refunds.reduce((sum, { amount }) => sum + amount, 0) === charge.amount_captured;
    return isBack ? { kind: 'given_back', refunds } : { kind: 'owed', why: failure ?? 'a refund is pending' };
  } catch (error) {
    return { kind: 'owed', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns why it is not certain that the money went back; null when it did. */
async function sendRefund(surplus: Surplus, amount: number): Promise<string | null> {
  const { installation, chargeId, currency } = surplus;
  const outcome = await createRefund({
    processorKey: surplusKey(chargeId),
    chargeId,
    amount,
    currency,
    reason: 'duplicate',
    metadata: { installation, operation: 'surplus', charge: chargeId },
  });
  if (!outcome.known) return outcome.why;
  return outcome.fact.kind === 'refunded' ? null : outcome.fact.why;
}

async function succeededRefunds(chargeId: string): Promise<SurplusRefund[]> {
  const made: SurplusRefund[] = [];
  const list = stripe().refunds.list(
    { charge: chargeId, limit: 100 },
    { timeout: env().processor.timeoutMs },
  );
  for await (const refund of list) {
    const { refundId, amount, outcome } = report(refund);
    if (outcome.known && outcome.fact.kind === 'refunded') made.push({ refundId, amount });
  }
  return made;
}

/** A charge of a purchase that another one has paid for. */
export type SecondCharge = Pick<SettledCharge, 'chargeId' | 'amount' | 'currency'>;

/**
 * Books a second charge of a purchase, before it is given back. False when it is no surplus: seen under the payment's
 * lock, the purchase has no charge yet, or this very one.
 */
export function bookSecondCharge(
  prisma: PrismaClient,
  payment: OurPayment,
  charge: SecondCharge,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const paidBy = await lockCharge(tx, payment.id);
    if (paidBy === null || paidBy === charge.chargeId) return false;
    await postOnce(tx, lateCapture(moved(payment, charge, charge.chargeId, charge.amount)));
    return true;
  }, prisma);
}

/** Books that a second charge has gone back. */
export async function bookSecondChargeGivenBack(
  prisma: PrismaClient,
  payment: OurPayment,
  charge: SecondCharge,
  refunds: readonly SurplusRefund[],
): Promise<void> {
  await inTransaction(async (tx) => {
    await lockCharge(tx, payment.id);
    for (const { refundId, amount } of refunds) {
      await postOnce(tx, surplusRefund(moved(payment, charge, refundId, amount)));
    }
  }, prisma);
}

/** Locks a payment; returns the charge that has paid it. */
async function lockCharge(tx: Tx, paymentId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ charge_id: string | null }[]>`
    SELECT charge_id FROM payment WHERE id = ${paymentId}::uuid FOR UPDATE`;
  return row?.charge_id ?? null;
}

async function postOnce(tx: Tx, event: LedgerEvent): Promise<void> {
  if (!(await isPosted(tx, event))) await post(tx, event);
}

function moved({ orderId }: OurPayment, { currency }: SecondCharge, objectId: string, amount: number) {
  return { objectId, orderId, amount, currency };
}
