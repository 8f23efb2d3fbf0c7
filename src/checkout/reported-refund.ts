import type { PurchaseName } from '@/idempotency';
import { type ReportedRefund, readChargeMetadata } from '@/payments/refunds';
import { isRefundOpen } from '@/payments/states';
import { inTransaction, prisma, type Tx } from '@/platform/database';
import { log } from '@/platform/log';
import { engine } from './engine';
import { installationId, processorKey } from './installation';
import { payOperation } from './pay';
import { refundOperation } from './refund';
import {
  type ForeignRefund,
  lockPaymentOfOrder,
  nameAtProcessor,
  recordForeignRefund,
} from './settle-refund';

/** What a refund that the processor tells of came to here. */
export type RefundReport =
  /** Its state is settled here, by this report or before it. */
  | 'settled'
  /** It is pending there: a later report will say more. */
  | 'no_fact'
  /** Its charge is not a payment of this installation. */
  | 'not_ours'
  /** Its payment is not here yet, or something that is still open here leaves no room for it. Nothing was written. */
  | 'waiting';

/**
 * Settles what the processor says of a refund, whoever asked for it: a refund of ours is found by its id or by its metadata;
 * one that was made at the processor, or whose row a failover lost, is recorded. `alongside` commits with it, or not at all.
 * Safe to repeat. Throws when the database or the processor cannot be reached.
 */
export async function settleReportedRefund(
  reported: ReportedRefund,
  alongside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<RefundReport> {
  const { outcome } = reported;
  if (!outcome.known) return 'no_fact';
  const ours = await findOurs(reported);
  if (ours) {
    const end = await engine().settle(refundOperation(), ours, outcome.fact, alongside);
    if (end.kind === 'uncertain') throw new Error(`it is uncertain whether ${reported.refundId} was settled`);
    if (end.kind !== 'no_claim') return 'settled';
  }
  return recordUnasked(reported, { ...outcome.fact, refundId: reported.refundId }, alongside);
}

/** The refund here that a report is about. */
async function findOurs({
  refundId,
  metadata,
  amount,
  currency,
}: ReportedRefund): Promise<PurchaseName | null> {
  const select = { scope: true, key: true, status: true, amount: true, currency: true } as const;
  const byId = await prisma().refund.findUnique({ where: { refundId }, select });
  if (byId) return byId;
  const name = await nameInMetadata(metadata);
  const byName = name && (await prisma().refund.findUnique({ where: { scope_key: name }, select }));
  // A row that ended without this refund is about another one of the same key: this one is recorded apart.
  if (!byName || !isRefundOpen(byName.status)) return null;
  if (byName.amount === amount && byName.currency === currency) return byName;
  log().error({ refund: refundId, alarm: true }, 'the processor gave back another amount than was asked for');
  return null;
}

/** Whose refund the metadata names, or null when it was not asked for by this installation. */
async function nameInMetadata(metadata: ReportedRefund['metadata']): Promise<PurchaseName | null> {
  const { installation, operation, scope, key } = metadata;
  if (installation !== (await installationId(prisma())) || operation !== refundOperation().name) return null;
  return scope !== undefined && key !== undefined ? { scope, key } : null;
}

async function recordUnasked(
  reported: ReportedRefund,
  fact: ForeignRefund['fact'],
  alongside: (tx: Tx) => Promise<void>,
): Promise<RefundReport> {
  const { refundId, chargeId, amount, currency, reason } = reported;
  if (chargeId === null) return 'not_ours';
  const payment = await prisma().payment.findUnique({ where: { chargeId }, select: { orderId: true } });
  if (!payment) return (await isExpected(chargeId)) ? 'waiting' : 'not_ours';
  const name = await nameOfUnasked(reported);
  const foreign: ForeignRefund = { fact, amount, currency, reason: reason ?? 'not said', ...name };
  const recorded = await inTransaction(async (tx) => {
    const locked = await lockPaymentOfOrder(tx, payment.orderId);
    if (!locked) throw new Error('a payment has lost its order');
    if (await tx.refund.findUnique({ where: { refundId }, select: { id: true } })) return 'by_a_twin';
    if (!(await recordForeignRefund(tx, locked, foreign))) return 'waiting';
    await alongside(tx);
    return 'settled';
  });
  return recorded === 'by_a_twin' ? settleReportedRefund(reported, alongside) : recorded;
}

/** A refund of ours that a failover lost keeps its own name, so that its key finds it. */
async function nameOfUnasked({
  refundId,
  metadata,
}: ReportedRefund): Promise<Pick<ForeignRefund, 'scope' | 'key' | 'processorKey'>> {
  const name = await nameInMetadata(metadata);
  if (!name) return nameAtProcessor(refundId);
  const { scope, key } = name;
  if (await prisma().refund.findUnique({ where: { scope_key: name }, select: { id: true } })) {
    return nameAtProcessor(refundId);
  }
  return {
    scope,
    key,
    processorKey: processorKey(await installationId(prisma()), scope, refundOperation().name, key),
  };
}

/** Whether a charge that no payment named is to be one: its capture was not settled here yet, or has been since then. */
async function isExpected(chargeId: string): Promise<boolean> {
  const { installation, operation, shopper: scope, key } = await readChargeMetadata(chargeId);
  const isOurs = installation === (await installationId(prisma())) && operation === payOperation().name;
  if (!isOurs || scope === undefined || key === undefined) return false;
  const payment = await prisma().payment.findUnique({ where: { scope_key: { scope, key } } });
  return payment === null || payment.chargeId === null || payment.chargeId === chargeId;
}
