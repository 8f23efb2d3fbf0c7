import type { Payment } from '@prisma-client/client';
import { enqueue } from '@/jobs/queues';
import { capture, lateCapture, type OrderAmounts } from '@/ledger/events';
import { post } from '@/ledger/post';
import type { Card } from '@/payments/processor';
import { moveOrder, movePayment } from '@/payments/states';
import type { Tx } from '@/platform/database';
import { lockShopper } from './cart';
import { returnStock } from './stock';

/** A payment and what of its order is needed to settle it. */
export type PaymentToSettle = Payment & {
  readonly order: OrderAmounts & {
    readonly cartId: string;
    readonly shopperId: string;
    readonly promoCode: string | null;
  };
};

const settledWith = {
  id: true,
  cartId: true,
  shopperId: true,
  promoCode: true,
  currency: true,
  subtotal: true,
  discount: true,
  shipping: true,
  tax: true,
  total: true,
} as const;

/** The purchase's payment with its order, locked in that order. Null when a failover lost it. */
export async function lockPayment(tx: Tx, scope: string, key: string): Promise<PaymentToSettle | null> {
  await tx.$executeRaw`
    SELECT 1 FROM payment JOIN "order" ON "order".id = payment.order_id
    WHERE payment.scope = ${scope} AND payment.key = ${key} FOR UPDATE OF payment, "order"`;
  return tx.payment.findUnique({
    where: { scope_key: { scope, key } },
    include: { order: { select: settledWith } },
  });
}

export interface Captured {
  readonly intentId: string;
  readonly chargeId: string;
  readonly card: Card;
}

/**
 * The charge is made: payment captured, order paid, both booked, and the receipt on its way in the same transaction. A capture for a purchase that was given up is kept,
 * never dropped.
 */
export async function recordCapture(tx: Tx, payment: PaymentToSettle, fact: Captured): Promise<void> {
  const wasGivenUp = payment.status === 'declined' || payment.status === 'not_made';
  await tx.payment.update({
    where: { id: payment.id },
    data: {
      status: movePayment(payment.status, wasGivenUp ? 'captured_late' : 'captured'),
      intentId: fact.intentId,
      chargeId: fact.chargeId,
      cardBrand: fact.card.brand,
      cardLast4: fact.card.last4,
      settledAt: new Date(),
    },
  });
  const { order, amount, currency } = payment;
  if (wasGivenUp) {
    await post(tx, lateCapture({ objectId: fact.chargeId, orderId: order.id, amount, currency }));
    return;
  }
  await post(tx, capture(order, fact.chargeId));
  await tx.$executeRaw`
    UPDATE "order" SET status = ${moveOrder('pending', 'paid')}::order_status, version = version + 1,
      paid_at = clock_timestamp()
    WHERE id = ${order.id}::uuid AND status = 'pending'`;
  await enqueue(tx, 'receipt', { orderId: order.id });
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
