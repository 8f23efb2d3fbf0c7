import { randomUUID } from 'node:crypto';
import type { MeasuredShop } from './open';

/** What a cart's version is once something was put into it. */
const filledVersion = 2;

/** A filled cart and whose it is. */
export interface FilledCart {
  readonly shopperId: string;
  readonly cartId: string;
  readonly productId: string;
}

/**
 * Fills so many carts, each of a shopper of its own with one of the products, which come in for them: over the API it would take longer
 * than what is measured.
 */
export async function fillCarts(
  shop: MeasuredShop,
  count: number,
  productIds: readonly string[],
): Promise<FilledCart[]> {
  const carts = Array.from({ length: count }, (_, index) => ({
    ...{ shopperId: randomUUID(), cartId: randomUUID() },
    productId: productIds[index % productIds.length] ?? '',
  }));
  await shop.sql(
    'UPDATE product SET stock = stock + $1, stock_received = stock_received + $1 WHERE id = ANY ($2::uuid[])',
    [count, productIds],
  );
  await shop.sql(
    `WITH people AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS p (shopper_id, cart_id, product_id)),
       shoppers AS (INSERT INTO shopper (id) SELECT shopper_id FROM people),
       carts AS (INSERT INTO cart (id, shopper_id, version) SELECT cart_id, shopper_id, $4 FROM people)
     INSERT INTO cart_line (cart_id, product_id, quantity) SELECT cart_id, product_id, 1 FROM people`,
    [
      carts.map(({ shopperId }) => shopperId),
      carts.map(({ cartId }) => cartId),
      carts.map(({ productId }) => productId),
      filledVersion,
    ],
  );
  await shop.sql('ANALYZE');
  return carts;
}
