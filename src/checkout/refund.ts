import { z } from 'zod';
import {
  type Answer,
  answer,
  declareEffectOperation,
  type EffectOperation,
  type EffectOutcome,
  type Purchase,
  type PurchaseName,
  Refusal,
} from '@/idempotency';
import { createRefund, findRefund, type RefundFact, type RefundRequest } from '@/payments/refunds';
import { newId, prisma, settleTimeoutMs, type Tx } from '@/platform/database';
import { env, processorKeyMemoryMs } from '@/platform/env';
import { log } from '@/platform/log';
import { formatMoney, money } from '@/platform/money';
import type { Reason } from '@/platform/reasons';
import { errorAnswer, ShopError } from '@/platform/shop-error';
import { type RefundInput, refundInput } from './input';
import { installationId, processorKey } from './installation';
import { type LockedPayment, lockPaymentOfOrder, lockRefund, recordRefundFact } from './settle-refund';

/**
 * One refund, top to bottom: the second operation of the engine, with keys and a scope of its own.
 *
 *   1  begin        the claim and the refund, and its amount reserved in the payment, in one transaction
 *   2  give back    the processor, outside any transaction, with a key of its own and what phase 1 has fixed
 *   3  settle       what the processor says: payment, order, stock, ledger and the stored answer, in one transaction
 *   3b markUnknown  no definite answer, pending included: the refund is in doubt, and its amount stays reserved
 *
 * Whoever asks may be an operator or the shop itself, for a charge that came too late: each has its own scope.
 */
export type RefundOperation = EffectOperation<Tx, RefundInput, RefundFact>;

const name = 'orders.refund';

let declared: RefundOperation | undefined;

export function refundOperation(): RefundOperation {
  const { leaseMs, giveUpAgeMs, retentionMs, processor } = env();
  declared ??= declareEffectOperation<Tx, RefundInput, RefundFact>({
    name,
    parseInput: (value) => refundInput.parse(value),
    leaseMs,
    giveUpAgeMs,
    retentionMs,
    effectTimeoutMs: processor.timeoutMs,
    settleTimeoutMs: settleTimeoutMs(),
    begin,
    effect: { repeatable: true, send: (refund) => giveBack(refund, 0), giveUp: giveBack },
    settle,
    markUnknown,
    describeUnknown,
  });
  return declared;
}

/** Phase 1. The amount is reserved under the payment's lock: refunds that have not failed never exceed the capture (I8). */
async function begin(tx: Tx, { scope, key, input }: Purchase<RefundInput>): Promise<void> {
  const payment = await lockPaymentOfOrder(tx, input.orderId);
  if (!payment) throw new ShopError('not_found', 'There is no such order.');

  // A key that outlived its claim: the refund it made is told again, and none is made.
  const earlier = await tx.refund.findUnique({ where: { scope_key: { scope, key } } });
  if (earlier) {
    const isSame =
      earlier.paymentId === payment.id && earlier.amount === (input.amount?.amount ?? earlier.amount);
    if (!isSame) refuse('idempotency_key_reused', 'This key was already used for another refund.');
    return;
  }

  const amount = checkRefund(payment, input);
  // The order's version rises, so that nobody ships it by what they saw before.
  await tx.$executeRaw`
    WITH reserved AS (
      UPDATE payment SET refunded_amount = refunded_amount + ${amount} WHERE id = ${payment.id}::uuid
    ), changed AS (
      UPDATE "order" SET version = version + 1 WHERE id = ${payment.order.id}::uuid
    )
    INSERT INTO refund (id, payment_id, scope, key, processor_key, amount, currency, reason, restock)
    VALUES (${newId()}::uuid, ${payment.id}::uuid, ${scope}, ${key},
            ${processorKey(await installationId(tx), scope, name, key)}, ${amount}, ${payment.currency},
            ${input.reason}, ${input.restock})`;
}

/** What is to be given back, in minor units. Checks in one order: anything to give back, the amount, the stock. */
function checkRefund(payment: LockedPayment, { amount: wanted, restock }: RefundInput): number {
  const { status, amount, currency, refundedAmount, order } = payment;
  const orderId = order.id;
  if (status === 'processing' || status === 'in_doubt') {
    refuse('not_refundable', 'The payment is still being checked. Nothing was given back.', { orderId });
  }
  if (status === 'declined' || status === 'not_made') {
    refuse('not_refundable', 'This order was never charged: there is nothing to give back.', { orderId });
  }
  const left = amount - refundedAmount;
  if (left === 0) {
    refuse('not_refundable', 'All of it has been given back, or is on its way back.', { orderId });
  }
  const refundable = money(left, currency);
  if (wanted && (wanted.currency !== currency || wanted.amount > left)) {
    const message = `At most ${formatMoney(refundable)} can be given back. Nothing was given back.`;
    refuse('refund_does_not_fit', message, { orderId, refundable });
  }
  const given = wanted?.amount ?? left;
  if (restock && given < left) {
    const message = `Units go back into stock only with all that is left, ${formatMoney(refundable)}. Nothing was given back.`;
    refuse('restock_refused', message, { orderId, refundable });
  }
  if (restock && order.status !== 'paid' && order.status !== 'fulfilled') {
    const message = `The units of an order that is ${order.status} have been dealt with. Nothing was given back.`;
    refuse('restock_refused', message, { orderId, refundable });
  }
  return given;
}

/**
 * Phase 2. Sends what phase 1 has fixed, with the same key whoever sends: giving back twice is impossible for as long as the
 * processor knows the key. After that nobody sends any more, and its list of the charge's refunds says what happened.
 */
async function giveBack(refund: Purchase<RefundInput>, ageMs: number): Promise<EffectOutcome<RefundFact>> {
  const { scope, key, input } = refund;
  const row = await prisma().refund.findUniqueOrThrow({
    where: { scope_key: { scope, key } },
    include: { payment: { select: { chargeId: true } } },
  });
  const { status, refundId, failure, amount, currency } = row;
  if (status === 'succeeded' && refundId !== null) return known({ kind: 'refunded', refundId });
  if (status === 'failed') return known({ kind: 'refund_failed', refundId, why: failure ?? 'it failed' });
  const { chargeId } = row.payment;
  if (chargeId === null) throw new Error('a captured payment names no charge');
  const request: RefundRequest = {
    processorKey: row.processorKey,
    ...{ chargeId, amount, currency },
    reason: input.reason,
    metadata: { installation: await installationId(prisma()), operation: name, scope, key },
  };
  if (ageMs < processorKeyMemoryMs) return createRefund(request);
  const neverMade: RefundFact = { kind: 'refund_failed', refundId: null, why: 'the processor never made it' };
  return (await findRefund(request)) ?? known(neverMade);
}

/** Phase 3. Whoever brings the fact, and however often: the first one writes it, the others find it written. */
async function settle(tx: Tx, { scope, key }: PurchaseName, fact: RefundFact): Promise<Answer | null> {
  const refund = await lockRefund(tx, scope, key);
  if (!refund) return null;
  await recordRefundFact(tx, refund, fact);
  return refundAnswer(tx, refund.id);
}

/** Phase 3b. Only the present owner may say it: a fact that came meanwhile is not overwritten. */
async function markUnknown(tx: Tx, { scope, key }: Purchase<RefundInput>, why: string): Promise<void> {
  log().warn({ scope, why }, 'a refund is in doubt');
  await tx.refund.updateMany({ where: { scope, key, status: 'requested' }, data: { status: 'in_doubt' } });
}

async function describeUnknown({ scope, key, input }: Purchase<RefundInput>): Promise<Answer> {
  const refund = await prisma().refund.findUnique({
    where: { scope_key: { scope, key } },
    select: { id: true },
  });
  return errorAnswer(
    'refund_in_doubt',
    'The card processor has not said yet whether the money went back. We are checking. It is never given back twice.',
    { orderId: input.orderId, ...(refund ? { refundId: refund.id } : {}) },
  );
}

const given = z.object({
  refundId: z.string(),
  /** The processor's id of the refund. */
  processorRefundId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.literal('succeeded'),
  amount: z.object({ amount: z.number(), currency: z.string() }),
  restock: z.boolean(),
  refundedAt: z.string(),
});

/** What a refund that was made is answered with. */
export type RefundAnswer = z.output<typeof given>;

export function isRefundAnswer(value: unknown): value is RefundAnswer {
  return given.safeParse(value).success;
}

async function refundAnswer(tx: Tx, id: string): Promise<Answer> {
  const refund = await tx.refund.findUniqueOrThrow({
    where: { id },
    include: { payment: { include: { order: { select: { id: true, number: true } } } } },
  });
  const { order } = refund.payment;
  if (refund.status === 'failed') {
    return errorAnswer('refund_failed', `The processor gave nothing back: ${refund.failure}.`, {
      orderId: order.id,
      refundId: refund.id,
    });
  }
  return answer(200, {
    refundId: refund.id,
    processorRefundId: refund.refundId,
    orderId: order.id,
    orderNumber: order.number,
    status: refund.status,
    amount: money(refund.amount, refund.currency),
    restock: refund.restock,
    refundedAt: refund.settledAt,
  });
}

function known(fact: RefundFact): EffectOutcome<RefundFact> {
  return { known: true, fact };
}

function refuse(reason: Reason, message: string, details: Readonly<Record<string, unknown>> = {}): never {
  throw new Refusal(errorAnswer(reason, message, details));
}
