import type { MeasuredShop } from './open';

/**
 * Puts so many products on the shelf that differ in nothing but who they are, all with the price of one of the catalogue, and
 * returns their ids. Purchases of them are the same in every value that is not their own.
 */
export async function fillShelf(shop: MeasuredShop, count: number): Promise<string[]> {
  const rows = await shop.sql<{ id: string }>(
    `WITH model AS (
       SELECT product_id AS id FROM product_price price JOIN product ON product.id = product_id
       WHERE price.currency = 'USD' ORDER BY product.sort_order LIMIT 1
     ), made AS (
       INSERT INTO product
       SELECT (jsonb_populate_record(product, jsonb_build_object(
         'id', gen_random_uuid(), 'slug', 'measured-' || gen_random_uuid(), 'stock', 0, 'stock_received', 0))).*
       FROM product JOIN model USING (id), generate_series(1, $1::int) RETURNING id
     ), priced AS (
       INSERT INTO product_price (product_id, currency, amount)
       SELECT made.id, price.currency, price.amount FROM made, model JOIN product_price price ON price.product_id = model.id
     )
     SELECT id::text FROM made`,
    [count],
  );
  return rows.map(({ id }) => id);
}
