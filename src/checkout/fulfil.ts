import type { Tx } from '@/platform/database';
import { ShopError } from '@/platform/shop-error';

export interface Fulfilled {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: 'fulfilled';
  readonly version: number;
  /** Whether this call shipped it, or found that the same step had been taken already. */
  readonly outcome: 'done' | 'already_done';
}

/**
 * Marks a paid order as shipped, once, on the version that the operator has seen. One conditional statement and no key: by
 * the version that follows, a repeat knows the step as its own. Throws `version_conflict` when the order has changed since,
 * a refund that was begun included, and `not_fulfillable` when it is not paid or everything is going back.
 */
export async function fulfilOrder(
  orderId: string,
  version: number,
  handle: Pick<Tx, '$queryRaw' | 'order'>,
): Promise<Fulfilled> {
  const [done] = await handle.$queryRaw<{ number: string; version: number }[]>`
    UPDATE "order" SET status = 'fulfilled', version = version + 1, fulfilled_at = clock_timestamp()
    WHERE id = ${orderId}::uuid AND version = ${version} AND status = 'paid' AND NOT EXISTS (
      SELECT 1 FROM payment WHERE payment.order_id = "order".id AND payment.refunded_amount = payment.amount
    )
    RETURNING number, version`;
  if (done) {
    const { number: orderNumber } = done;
    return { orderId, orderNumber, status: 'fulfilled', version: done.version, outcome: 'done' };
  }
  const order = await handle.order.findUnique({
    where: { id: orderId },
    select: { number: true, status: true, version: true },
  });
  if (!order) throw new ShopError('not_found', 'There is no such order.');
  const { number: orderNumber, status } = order;
  if (status === 'fulfilled' && order.version === version + 1) {
    return { orderId, orderNumber, status, version: order.version, outcome: 'already_done' };
  }
  const present = { orderId, status, version: order.version };
  if (order.version !== version) {
    const message = `This order has changed since version ${version}: it is ${status}, at version ${order.version}. Please look at it again.`;
    throw new ShopError('version_conflict', message, present);
  }
  const why = status === 'paid' ? 'is being refunded' : `is ${status}`;
  throw new ShopError('not_fulfillable', `This order ${why}: it is not to be shipped.`, present);
}
