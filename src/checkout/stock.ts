import type { Tx } from '@/platform/database';

/** Gives an order's units back into stock. Its products are locked by id, as everywhere, so that no two orders deadlock. */
export async function returnStock(tx: Tx, orderId: string): Promise<void> {
  await tx.$executeRaw`
    WITH locked AS (
      SELECT product.id, line.quantity FROM order_line line JOIN product ON product.id = line.product_id
      WHERE line.order_id = ${orderId}::uuid ORDER BY product.id FOR NO KEY UPDATE OF product
    )
    UPDATE product SET stock = stock + locked.quantity FROM locked WHERE product.id = locked.id`;
}
