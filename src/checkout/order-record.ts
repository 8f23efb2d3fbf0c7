import { accounts } from '@/ledger/accounts';
import { type StateReached, statePath } from '@/payments/state-path';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { type OrderView, type ReceiptView, type RefundView, viewOrder } from './orders';
import { payOperation } from './pay';
import { refundOperation } from './refund';

/** Everything about an order, for an operator who has to find out what happened. */
export interface OrderRecord extends OrderView {
  readonly shopperId: string;
  readonly cartId: string;
  /** The purchase's key, and the payment intent that it made at the processor. */
  readonly purchase: { readonly key: string; readonly intentId: string | null };
  /** What can still be given back: not refunded, and not on its way. */
  readonly refundable: Money;
  readonly refunds: readonly RefundRecord[];
  /** The states that its payment has gone through. */
  readonly statePath: readonly StateReached[];
  /** Every request that carried the key of the purchase or of a refund, in order of arrival. */
  readonly requestLog: readonly RequestRecord[];
  readonly ledger: readonly LedgerRecord[];
  /** What the processor told of its objects, in order of arrival. */
  readonly messages: readonly MessageRecord[];
  readonly receipt: (ReceiptView & { readonly messageId: string }) | null;
}

export interface RefundRecord extends RefundView {
  readonly processorRefundId: string | null;
  /** Who asked for it: an operator, the shop itself, or somebody at the processor. */
  readonly scope: string;
  readonly key: string;
  readonly reason: string;
  readonly restock: boolean;
  readonly failure: string | null;
}

export interface RequestRecord {
  readonly operation: string;
  readonly key: string;
  readonly attempt: number;
  readonly ending: string;
  readonly arrivedAt: string;
}

export interface LedgerRecord {
  readonly kind: string;
  /** The processor's id of what it happened to. */
  readonly objectId: string;
  readonly recordedAt: string;
  /** Debits are positive, credits are negative. */
  readonly entries: readonly { readonly account: string; readonly amount: Money }[];
}

export interface MessageRecord {
  readonly id: string;
  readonly type: string;
  readonly receivedAt: string;
  readonly outcome: string | null;
}

/** The record of one order, by its id or its number. Throws `not_found` when there is none. */
export async function readOrderRecord(
  which: { readonly orderId: string } | { readonly orderNumber: string },
): Promise<OrderRecord> {
  const view = await viewOrder('orderId' in which ? { id: which.orderId } : { number: which.orderNumber });
  const { payment, receipt, shopperId, cartId } = await prisma().order.findUniqueOrThrow({
    where: { id: view.orderId },
    include: { payment: { include: { refunds: { orderBy: { createdAt: 'asc' } } } }, receipt: true },
  });
  if (!payment) throw new Error('an order that was viewed has no payment');
  const { refunds, currency, scope, key, intentId, chargeId } = payment;
  const operation = payOperation().name;
  const objectIds = [intentId, chargeId, ...refunds.map(({ refundId }) => refundId)].filter(
    (id) => id !== null,
  );
  const [claim, requestLog, ledger, messages] = await Promise.all([
    prisma().idempotencyKey.findUnique({
      where: { scope_operation_key: { scope, operation, key } },
      select: { doubts: true },
    }),
    prisma().attempt.findMany({
      where: {
        OR: [
          { scope, key, operation },
          ...refunds.map((refund) => ({
            ...{ scope: refund.scope, key: refund.key },
            operation: refundOperation().name,
          })),
        ],
      },
      orderBy: { arrivedAt: 'asc' },
    }),
    prisma().ledgerTransaction.findMany({
      where: { orderId: view.orderId },
      include: { entries: { orderBy: { line: 'asc' } } },
      orderBy: { recordedAt: 'asc' },
    }),
    prisma().processorEvent.findMany({
      where: { objectId: { in: objectIds } },
      orderBy: { receivedAt: 'asc' },
    }),
  ]);
  return {
    ...view,
    shopperId,
    cartId,
    purchase: { key, intentId },
    refundable: money(chargeId === null ? 0 : payment.amount - payment.refundedAmount, currency),
    statePath: statePath({
      ...{ status: payment.status, amount: payment.amount, doubts: claim?.doubts ?? 0 },
      wasDeclined: payment.declineCode !== null,
      createdAt: payment.createdAt.toISOString(),
      settledAt: payment.settledAt?.toISOString() ?? null,
      moves: ledger.map(({ eventKind, recordedAt, entries }) => ({
        kind: eventKind,
        amount: Math.abs(
          entries.find(({ accountCode }) => accountCode === accounts.processorClearing)?.amount ?? 0,
        ),
        at: recordedAt.toISOString(),
      })),
    }),
    refunds: refunds.map((refund) => ({
      refundId: refund.id,
      processorRefundId: refund.refundId,
      status: refund.status,
      scope: refund.scope,
      key: refund.key,
      amount: money(refund.amount, refund.currency),
      reason: refund.reason,
      restock: refund.restock,
      failure: refund.failure,
      createdAt: refund.createdAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
    requestLog: requestLog.map(({ operation, key, number, ending, arrivedAt }) => ({
      ...{ operation, key, ending },
      attempt: number,
      arrivedAt: arrivedAt.toISOString(),
    })),
    ledger: ledger.map(({ eventKind, eventId, recordedAt, entries }) => ({
      kind: eventKind,
      objectId: eventId,
      recordedAt: recordedAt.toISOString(),
      entries: entries.map((entry) => ({
        account: entry.accountCode,
        amount: money(entry.amount, entry.currency),
      })),
    })),
    messages: messages.map(({ id, type, receivedAt, outcome }) => ({
      ...{ id, type, outcome },
      receivedAt: receivedAt.toISOString(),
    })),
    receipt: view.receipt && receipt && { ...view.receipt, messageId: receipt.messageId },
  };
}
