import type { PaymentStatus } from '@prisma-client/client';
import type { Engine } from '@/idempotency';
import { isUnresolved } from '@/payments/states';
import { prisma, type Tx } from '@/platform/database';
import { errorAnswer, errorFromAnswer } from '@/platform/shop-error';
import { payOperation } from './pay';

/** What became of a purchase. Only a stored answer is behind `declined`, `not_made` and `refused`: nothing was charged, for good. */
export interface Closed {
  readonly outcome: 'paid' | 'declined' | 'not_made' | 'refused' | 'unresolved';
  readonly orderId?: string;
}

/**
 * The shopper gives a purchase up. Where no attempt of it has arrived, none will have an effect any more; where one has,
 * the shopper is told what it came to. The payment is looked at first: it outlives the key, and a purchase that was paid
 * long ago must not be taken for one that never arrived.
 *
 * @param cartId the cart of the frozen input, where the caller knows it. A cart that is not this shopper's says that the
 *   session has changed since: whoever asks now cannot be told anything of that purchase.
 */
export async function closePurchase(
  engine: Engine<Tx>,
  shopperId: string,
  key: string,
  cartId?: string,
): Promise<Closed> {
  if (
    cartId !== undefined &&
    !(await prisma().cart.findFirst({ where: { id: cartId, shopperId }, select: { id: true } }))
  ) {
    return { outcome: 'unresolved' };
  }
  const payment = await findPayment(shopperId, key);
  if (payment && !isUnresolved(payment.status))
    return { outcome: outcomeOf(payment), orderId: payment.orderId };

  const notMade = errorAnswer('payment_not_made', 'This purchase was given up. You were not charged.');
  const outcome = await engine.close(payOperation(), shopperId, key, notMade);
  if (outcome.kind !== 'answered') {
    return { outcome: 'unresolved', ...(payment ? { orderId: payment.orderId } : {}) };
  }
  const settled = payment ?? (await findPayment(shopperId, key));
  if (outcome.stored.status === 200)
    return { outcome: 'paid', ...(settled ? { orderId: settled.orderId } : {}) };
  const { reason, data } = errorFromAnswer(outcome.stored);
  const order = typeof data.orderId === 'string' ? { orderId: data.orderId } : {};
  if (reason === 'card_declined') return { outcome: 'declined', ...order };
  if (reason === 'payment_not_made') return { outcome: 'not_made', ...order };
  return { outcome: 'refused', ...order };
}

function findPayment(
  scope: string,
  key: string,
): Promise<{ status: PaymentStatus; orderId: string; order: { paidAt: Date | null } } | null> {
  return prisma().payment.findUnique({
    where: { scope_key: { scope, key } },
    select: { status: true, orderId: true, order: { select: { paidAt: true } } },
  });
}

/** What a payment with a settled fact came to. Once paid stays paid here, also when it was given back later. */
function outcomeOf({
  status,
  order,
}: {
  status: PaymentStatus;
  order: { paidAt: Date | null };
}): Closed['outcome'] {
  if (order.paidAt !== null) return 'paid';
  return status === 'declined' ? 'declined' : 'not_made';
}
