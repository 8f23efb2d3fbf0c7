import type { Order, Payment, PaymentStatus, Refund } from '@prisma-client/client';
import {
  type LedgerEvent,
  type MovedMoney,
  refund,
  refundReversal,
  surplusRefund,
  surplusRefundReversal,
} from '@/ledger/events';
import { post } from '@/ledger/post';
import type { RefundFact } from '@/payments/refunds';
import { isRefundOpen, moveOrder, movePayment, moveRefund } from '@/payments/states';
import { newId, type Tx } from '@/platform/database';
import { log } from '@/platform/log';
import { returnStock } from './stock';

/** A payment whose row, and whose order's row, this transaction has locked. */
export type LockedPayment = Payment & { readonly order: Pick<Order, 'id' | 'number' | 'status'> };

/** A refund whose payment and order this transaction has locked: nobody else writes it meanwhile. */
export type LockedRefund = Refund & { readonly payment: LockedPayment };

const withOrder = { order: { select: { id: true, number: true, status: true } } } as const;

/** An order's payment, locked with its order. Null when there is no such order. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<LockedPayment | null> {
  await tx.$executeRaw`
    SELECT 1 FROM payment JOIN "order" ON "order".id = payment.order_id
    WHERE "order".id = ${orderId}::uuid FOR UPDATE OF payment, "order"`;
  return tx.payment.findUnique({ where: { orderId }, include: withOrder });
}

/** The refund of one key, its payment and order locked. Null when there is none. */
export async function lockRefund(tx: Tx, scope: string, key: string): Promise<LockedRefund | null> {
  await tx.$executeRaw`
    SELECT 1 FROM refund
    JOIN payment ON payment.id = refund.payment_id JOIN "order" ON "order".id = payment.order_id
    WHERE refund.scope = ${scope} AND refund.key = ${key} FOR UPDATE OF payment, "order"`;
  return tx.refund.findUnique({
    where: { scope_key: { scope, key } },
    include: { payment: { include: withOrder } },
  });
}

/**
 * Writes what the processor says of a refund. A no-op when it is written already; a failure is the last word on one
 * refund of the processor, so a late word of its success is no news.
 */
export async function recordRefundFact(tx: Tx, row: LockedRefund, fact: RefundFact): Promise<void> {
  const isOpen = isRefundOpen(row.status);
  if (fact.kind === 'refunded') {
    if (isOpen) return recordSuccess(tx, row, fact.refundId);
    if (row.refundId === fact.refundId) return;
    // The processor gave money back for a key that had ended otherwise here. It is kept, and a person must look.
    log().error(
      { refund: fact.refundId, alarm: true },
      'the processor made a refund that was settled before',
    );
    const { amount, currency, reason, payment } = row;
    await recordForeignRefund(tx, payment, {
      fact,
      amount,
      currency,
      reason,
      ...nameAtProcessor(fact.refundId),
    });
    return;
  }
  const failsAfterAll = row.status === 'succeeded' && row.refundId === fact.refundId;
  if (isOpen || failsAfterAll) await recordFailure(tx, row, fact);
}

async function recordSuccess(tx: Tx, row: LockedRefund, refundId: string): Promise<void> {
  await tx.refund.update({
    where: { id: row.id },
    data: { status: moveRefund(row.status, 'succeeded'), refundId, settledAt: new Date() },
  });
  await followRefunds(tx, row.payment);
  await post(tx, givenBack(row.payment, refundId, row.amount));
}

/**
 * Nothing went back, or what went back has returned: the amount is free again. After a success the ledger gets the reverse of
 * its event, since the money is with us. The order stays refunded: the shopper was told so and its units may have been
 * sold again. Another refund, by another way if need be, is the operator's to make.
 */
async function recordFailure(
  tx: Tx,
  row: LockedRefund,
  fact: Extract<RefundFact, { kind: 'refund_failed' }>,
): Promise<void> {
  const { payment, amount } = row;
  await tx.refund.update({
    where: { id: row.id },
    data: {
      status: moveRefund(row.status, 'failed'),
      refundId: fact.refundId,
      failure: fact.why,
      settledAt: new Date(),
    },
  });
  await tx.payment.update({
    where: { id: payment.id },
    data: { refundedAmount: { decrement: amount } },
  });
  if (row.status !== 'succeeded' || fact.refundId === null) return;
  log().error({ refund: fact.refundId, alarm: true }, 'a refund that had succeeded has failed: owed again');
  await followRefunds(tx, payment);
  await post(tx, returned(payment, fact.refundId, amount));
}

/** A refund that was made at the processor, or that this database has lost. */
export interface ForeignRefund {
  readonly fact: RefundFact & { readonly refundId: string };
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  /** Whose it is: the operator's key that its metadata names, or the processor itself. */
  readonly scope: string;
  readonly key: string;
  readonly processorKey: string;
}

/** What a refund that nobody here asked for is called: its id at the processor is its key. */
export function nameAtProcessor(refundId: string): Pick<ForeignRefund, 'scope' | 'key' | 'processorKey'> {
  return { scope: 'processor', key: refundId, processorKey: refundId };
}

/**
 * Records a refund that has no row here. False when it does not fit into what was captured: something that is still open
 * here will turn out to have failed, and then it fits. A failed one is kept too, so that a stale word of its success is no
 * news.
 */
export async function recordForeignRefund(
  tx: Tx,
  payment: LockedPayment,
  { fact, amount, currency, reason, scope, key, processorKey }: ForeignRefund,
): Promise<boolean> {
  const hasSucceeded = fact.kind === 'refunded';
  const raised = hasSucceeded
    ? await tx.$executeRaw`
        UPDATE payment SET refunded_amount = refunded_amount + ${amount}
        WHERE id = ${payment.id}::uuid AND currency = ${currency} AND refunded_amount + ${amount} <= amount`
    : 1;
  if (raised === 0) return false;
  await tx.refund.create({
    data: {
      id: newId(),
      paymentId: payment.id,
      status: hasSucceeded ? 'succeeded' : 'failed',
      ...{ scope, key, processorKey, amount, currency, reason },
      refundId: fact.refundId,
      failure: hasSucceeded ? null : fact.why,
      settledAt: new Date(),
    },
  });
  if (!hasSucceeded) return true;
  await followRefunds(tx, payment);
  await post(tx, givenBack(payment, fact.refundId, amount));
  return true;
}

/** Lets payment and order follow the refunds that have succeeded: once all is back, the order is refunded. */
async function followRefunds(tx: Tx, payment: LockedPayment): Promise<void> {
  const { order } = payment;
  const succeeded = { paymentId: payment.id, status: 'succeeded' } as const;
  const { _sum } = await tx.refund.aggregate({ where: succeeded, _sum: { amount: true } });
  const status = standing(payment, _sum.amount ?? 0);
  if (status !== payment.status) {
    await tx.payment.update({
      where: { id: payment.id },
      data: { status: movePayment(payment.status, status) },
    });
  }
  if (status !== 'refunded' || order.status === 'refunded' || order.status === 'cancelled') return;
  await tx.$executeRaw`
    UPDATE "order" SET status = ${moveOrder(order.status, 'refunded')}::order_status, version = version + 1
    WHERE id = ${order.id}::uuid`;
  if ((await tx.refund.count({ where: { ...succeeded, restock: true } })) > 0)
    await returnStock(tx, order.id);
}

/** The state of a captured payment of which so much is back. A charge that came too late is owed until all of it is. */
function standing({ amount, order }: LockedPayment, returnedAmount: number): PaymentStatus {
  if (returnedAmount === amount) return 'refunded';
  if (order.status === 'cancelled') return 'captured_late';
  return returnedAmount === 0 ? 'captured' : 'partially_refunded';
}

/** The ledger's event for money that went back. What came too late was never revenue: it is owed, and owed no more. */
function givenBack(payment: LockedPayment, refundId: string, amount: number): LedgerEvent {
  const moved = movedMoney(payment, refundId, amount);
  return payment.order.status === 'cancelled' ? surplusRefund(moved) : refund(moved);
}

function returned(payment: LockedPayment, refundId: string, amount: number): LedgerEvent {
  const moved = movedMoney(payment, refundId, amount);
  return payment.order.status === 'cancelled' ? surplusRefundReversal(moved) : refundReversal(moved);
}

function movedMoney({ order, currency }: LockedPayment, refundId: string, amount: number): MovedMoney {
  return { objectId: refundId, orderId: order.id, amount, currency };
}
