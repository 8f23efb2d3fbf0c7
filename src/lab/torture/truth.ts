import type { ProcessorBooks } from '@/run/testbed/processor';
import type { WiredShop } from '../wired-shop';

export interface Order {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'fulfilled' | 'refunded' | 'cancelled';
  readonly cartId: string;
  readonly total: number;
  /** The purchase. */
  readonly key: string;
  readonly processorKey: string;
  readonly chargeId: string | null;
  /** Its receipt is written, or the job that writes it waits: the job of a killed worker comes back after a minute. */
  readonly hasReceipt: boolean;
  /** Minor units that went back for certain. */
  readonly givenBack: number;
}

export type Charge = ProcessorBooks['charges'][number];

/** What is true in the end: the shop's database and the processor's books, read when everything has settled. */
export interface Truth {
  readonly orders: readonly Order[];
  readonly ordersById: ReadonlyMap<string, Order>;
  readonly ordersByKey: ReadonlyMap<string, Order>;
  /** Captured ones only. */
  readonly charges: readonly Charge[];
  /** Refunds that went back, by the key of the operator's request. */
  readonly refundStates: ReadonlyMap<string, string>;
}

export async function readTruth(shop: WiredShop): Promise<Truth> {
  const orders = await shop.sql<Order & Record<string, unknown>>(`
    SELECT "order".id::text, "order".status::text, cart_id::text AS "cartId", total, key,
           processor_key AS "processorKey", charge_id AS "chargeId",
           EXISTS (SELECT 1 FROM receipt WHERE order_id = "order".id)
             OR EXISTS (SELECT 1 FROM pgboss.job WHERE name = 'receipt' AND state IN ('created', 'retry', 'active')
                        AND data->>'orderId' = "order".id::text) AS "hasReceipt",
           (SELECT coalesce(sum(amount), 0)::int FROM refund
            WHERE payment_id = payment.id AND refund.status = 'succeeded') AS "givenBack"
    FROM "order" JOIN payment ON order_id = "order".id`);
  const refunds = await shop.sql<{ key: string; status: string }>('SELECT key, status::text FROM refund');
  const { charges } = await shop.books();
  return {
    orders,
    ordersById: new Map(orders.map((order) => [order.id, order])),
    ordersByKey: new Map(orders.map((order) => [order.key, order])),
    charges: charges.filter(({ status }) => status === 'captured'),
    refundStates: new Map(refunds.map(({ key, status }) => [key, status])),
  };
}

/** The order is, or was, paid: a refund does not undo that. */
export function isPaid({ status }: Order): boolean {
  return status === 'paid' || status === 'fulfilled' || status === 'refunded';
}
