import type { WiredShop } from '@/lab/wired-shop';
import { until } from '@/run/testbed/until';

type Row = Record<string, unknown>;

const posted = 'SELECT count(*)::int FROM ledger_transaction WHERE order_id = "order".id';

/** What the shop has of a purchase: all orders of its cart with their payments, and what was posted for them. */
export function readPurchase({ sql }: WiredShop, key: string): Promise<Row[]> {
  return sql(
    `SELECT "order".status AS order, payment.status AS payment, idempotency_key.state AS key, cart.status AS cart,
       payment.amount AS total, (${posted} AND event_kind = 'capture') AS captures,
       (SELECT coalesce(sum(entry.amount), 0)::int FROM ledger_entry entry
        JOIN ledger_transaction ON id = transaction_id WHERE order_id = "order".id) AS balance
     FROM "order" JOIN payment ON payment.order_id = "order".id JOIN cart ON cart.id = "order".cart_id
     JOIN idempotency_key ON idempotency_key.scope = payment.scope AND idempotency_key.key = payment.key
     WHERE cart.id = (SELECT cart_id FROM "order" JOIN payment ON payment.order_id = "order".id WHERE payment.key = $1)`,
    [key],
  );
}

/** What the shop has of an order's refunds. */
export function readRefunds({ sql }: WiredShop, orderId: string): Promise<Row[]> {
  return sql(
    `SELECT "order".status AS order, payment.status AS payment, payment.refunded_amount AS reserved,
       (SELECT array_agg(refund.status::text) FROM refund WHERE payment_id = payment.id) AS refunds,
       (${posted} AND event_kind = 'refund') AS posted,
       (SELECT coalesce(sum(entry.amount), 0)::int FROM ledger_entry entry
        JOIN ledger_transaction ON id = transaction_id
        WHERE order_id = "order".id AND account_code = 'refunds') AS booked
     FROM "order" JOIN payment ON payment.order_id = "order".id WHERE "order".id = $1`,
    [orderId],
  );
}

/** Whether what is not there is in orders: units of a product, and uses of promo codes. */
export async function isNothingMissing({ sql }: WiredShop, productId: string): Promise<boolean> {
  const [row] = await sql<{ right: boolean }>(
    `SELECT product.stock = product.stock_received - (
         SELECT coalesce(sum(quantity), 0) FROM order_line JOIN "order" ON "order".id = order_line.order_id
         WHERE product_id = product.id AND "order".status <> 'cancelled' AND NOT EXISTS (
           SELECT 1 FROM refund JOIN payment ON payment.id = payment_id
           WHERE payment.order_id = "order".id AND restock AND refund.status = 'succeeded'))
       AND NOT EXISTS (
         SELECT 1 FROM promo WHERE used <> (
           SELECT count(*) FROM "order" WHERE promo_code = code AND status <> 'cancelled')) AS right
     FROM product WHERE id = $1`,
    [productId],
  );
  return row?.right === true;
}

/** What is written after an answer must not fall among the exchanges of what comes next. */
export function attemptsAreRecorded(shop: WiredShop, key: string, least: number): Promise<void> {
  return until('the attempts are recorded', async () => (await countAttempts(shop, key)) >= least);
}

/** How many attempts with a key have been recorded. */
export async function countAttempts({ sql }: WiredShop, key: string): Promise<number> {
  const counted = 'SELECT count(*)::int FROM attempt WHERE key = $1';
  const [row] = await sql<{ count: number }>(counted, [key]);
  return row?.count ?? 0;
}

/** The state of a key's claim, or nothing where it was never claimed. */
export async function readKeyStates({ sql }: WiredShop, key: string): Promise<string[]> {
  const rows = await sql<{ state: string }>('SELECT state FROM idempotency_key WHERE key = $1', [key]);
  return rows.map(({ state }) => state);
}

/** Whether somebody owns a key's claim, as far as others know. */
export async function isLeased({ sql }: WiredShop, key: string): Promise<boolean> {
  const leased = 'SELECT 1 FROM idempotency_key WHERE key = $1 AND lease_until > clock_timestamp()';
  return (await sql(leased, [key])).length > 0;
}
