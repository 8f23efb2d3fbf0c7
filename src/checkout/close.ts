import type { Engine } from '@/idempotency';
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
 * the shopper is told what it came to.
 */
export async function closePurchase(engine: Engine<Tx>, shopperId: string, key: string): Promise<Closed> {
  const notMade = errorAnswer('payment_not_made', 'This purchase was given up. You were not charged.');
  const outcome = await engine.close(payOperation(), shopperId, key, notMade);
  const payment = await prisma().payment.findUnique({
    where: { scope_key: { scope: shopperId, key } },
    select: { orderId: true },
  });
  const order = payment ? { orderId: payment.orderId } : {};
  if (outcome.kind !== 'answered') return { outcome: 'unresolved', ...order };
  if (outcome.stored.status === 200) return { outcome: 'paid', ...order };
  const { reason, data } = errorFromAnswer(outcome.stored);
  if (reason === 'card_declined') return { outcome: 'declined', ...order };
  if (reason === 'payment_not_made') return { outcome: 'not_made', ...order };
  return { outcome: 'refused', ...(typeof data.orderId === 'string' ? { orderId: data.orderId } : {}) };
}
