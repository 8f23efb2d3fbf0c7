import { type PaymentStatus, Prisma } from '@prisma-client/client';
import type { LastWrite, PurchaseName, Row, Statement } from '@/idempotency';
import { enqueuing, requireEnqueued } from '@/jobs/queues';
import { capture, lateCapture, type OrderAmounts } from '@/ledger/events';
import { posting } from '@/ledger/post';
import type { Card } from '@/payments/processor';
import { moveOrder, movePayment } from '@/payments/states';
import type { Tx } from '@/platform/database';
import { lockShopper } from './cart';
import { returnStock } from './stock';

/** A payment and what of its order is needed to settle it, as they are under their locks. */
export interface PaymentToSettle {
  readonly id: string;
  /** When it was locked, by the database's clock; ISO 8601. */
  readonly lockedAt: string;
  readonly status: PaymentStatus;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string | null;
  /** Null until it is captured. */
  readonly card: { readonly [Part in keyof Card]: string | null };
  readonly order: OrderAmounts & {
    readonly number: string;
    readonly cartId: string;
    readonly shopperId: string;
    readonly promoCode: string | null;
    /** ISO 8601. */
    readonly paidAt: string | null;
  };
}

/** The purchase's payment with its order ({@link PaymentToSettle}), locked in that order. No row when a failover lost it. */
export function lockPayment({ scope, key }: PurchaseName): Statement {
  return {
    text: `
      SELECT payment.id, clock_timestamp() AS "lockedAt", payment.status, payment.amount, payment.currency, payment.charge_id AS "chargeId",
             jsonb_build_object('brand', payment.card_brand, 'last4', payment.card_last4) AS card,
             jsonb_build_object(
               'id', "order".id, 'number', number, 'cartId', cart_id, 'shopperId', shopper_id, 'promoCode', promo_code,
               'paidAt', paid_at, 'currency', "order".currency, 'subtotal', subtotal, 'discount', discount,
               'shipping', shipping, 'tax', tax, 'total', total) AS "order"
      FROM payment JOIN "order" ON "order".id = payment.order_id
      WHERE payment.scope = $1 AND payment.key = $2 FOR UPDATE OF payment, "order"`,
    values: [scope, key],
  };
}

/** What {@link lockPayment} selects. */
export function paymentToSettle(row: Row): PaymentToSettle {
  return row as object as PaymentToSettle;
}

export interface Captured {
  readonly intentId: string;
  readonly chargeId: string;
  readonly card: Card;
}

/**
 * The charge is made: payment captured, order paid, both booked, and the receipt on its way. A capture for a purchase that was given
 * up is kept, never dropped.
 *
 * @param paidAt null for a purchase that was given up
 */
export async function capturing(
  payment: PaymentToSettle,
  fact: Captured,
  paidAt: Date | null,
): Promise<LastWrite> {
  const { order, amount, currency } = payment;
  const event = paidAt
    ? capture(order, fact.chargeId)
    : lateCapture({ objectId: fact.chargeId, orderId: order.id, amount, currency });
  const recorded = Prisma.sql`${posting(event)}, captured AS (
    UPDATE payment SET status = ${movePayment(payment.status, paidAt ? 'captured' : 'captured_late')}::payment_status,
      intent_id = ${fact.intentId}, charge_id = ${fact.chargeId},
      card_brand = ${fact.card.brand}, card_last4 = ${fact.card.last4}, settled_at = clock_timestamp()
    WHERE id = ${payment.id}::uuid)`;
  if (!paidAt) return { parts: recorded };
  return {
    parts: Prisma.sql`${recorded}, paid AS (
      UPDATE "order" SET status = ${moveOrder('pending', 'paid')}::order_status, version = version + 1,
        paid_at = ${paidAt.toISOString()}::timestamptz
      WHERE id = ${order.id}::uuid AND status = 'pending'
    ), receipt AS (${await enqueuing('receipt', { orderId: order.id })})`,
    proof: {
      columns: '(SELECT id::text FROM receipt) AS "receiptJob"',
      check: ({ receiptJob }) => requireEnqueued('receipt', receiptJob),
    },
  };
}

/** No charge is made: payment ended, order cancelled, stock and promo given back, the cart open again where it can be. */
export async function undoOrder(
  tx: Tx,
  payment: PaymentToSettle,
  end: {
    readonly status: 'declined' | 'not_made';
    readonly declineCode: string | null;
    readonly intentId: string | null;
  },
): Promise<void> {
  const { id: orderId, cartId, shopperId, promoCode } = payment.order;
  await tx.payment.update({
    where: { id: payment.id },
    data: {
      status: movePayment(payment.status, end.status),
      declineCode: end.declineCode,
      intentId: end.intentId,
      settledAt: new Date(),
    },
  });
  await tx.$executeRaw`
    UPDATE "order" SET status = ${moveOrder('pending', 'cancelled')}::order_status, version = version + 1
    WHERE id = ${orderId}::uuid AND status = 'pending'`;
  await reopenCart(tx, shopperId, cartId);
  await returnStock(tx, orderId);
  if (promoCode) await tx.$executeRaw`UPDATE promo SET used = used - 1 WHERE code = ${promoCode}`;
}

/**
 * Opens the cart again with a raised version, so that a purchase of the old version cannot come in late. A shopper who
 * has begun another cart meanwhile keeps that one, and this one is abandoned.
 */
async function reopenCart(tx: Tx, shopperId: string, cartId: string): Promise<void> {
  await lockShopper(tx, shopperId);
  await tx.$executeRaw`
    UPDATE cart SET version = version + 1, updated_at = clock_timestamp(), status = CASE
      WHEN EXISTS (SELECT 1 FROM cart other WHERE other.shopper_id = ${shopperId}::uuid AND other.status = 'open')
      THEN 'abandoned'::cart_status ELSE 'open'::cart_status END
    WHERE id = ${cartId}::uuid AND status = 'ordered'`;
}
