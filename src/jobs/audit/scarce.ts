import { Prisma } from '@prisma-client/client';
import type { Check } from './check';

const { sql } = Prisma;

/** What there is only so much of. */
export const scarceChecks: readonly Check[] = [
  {
    invariant: 'I4',
    what: 'stock is never negative, and what is not in stock is in orders',
    unit: 'products',
    counted: sql`SELECT count(*) FROM product`,
    broken: [
      sql`SELECT format('%s has a stock of %s', slug, stock) FROM product WHERE stock < 0`,
      // A refunded order keeps its units, unless a refund that has succeeded (the ledger knows) gave them back.
      sql`SELECT format('%s: %s received, %s in stock, %s in orders', slug, stock_received, stock, taken)
          FROM product CROSS JOIN LATERAL (
            SELECT coalesce(sum(quantity), 0) AS taken
            FROM order_line JOIN "order" ON "order".id = order_line.order_id
            WHERE product_id = product.id AND (
              "order".status IN ('pending', 'paid', 'fulfilled')
              OR "order".status = 'refunded' AND NOT EXISTS (
                SELECT 1 FROM payment JOIN refund ON refund.payment_id = payment.id AND refund.restock
                JOIN ledger_transaction ON event_kind = 'refund' AND event_id = refund.refund_id
                WHERE payment.order_id = "order".id
              )
            )
          ) units
          WHERE stock >= 0 AND stock + taken <> stock_received`,
    ],
  },
  {
    invariant: 'I5',
    what: 'a promo code is used at most its limit, and as often as orders say',
    unit: 'promo codes',
    counted: sql`SELECT count(*) FROM promo`,
    broken: [
      sql`SELECT format('%s is used %s times and may be %s times', code, used, usage_limit)
          FROM promo WHERE used > usage_limit`,
      sql`SELECT format('%s says that it is used %s times, and is in %s orders', code, used, orders)
          FROM promo CROSS JOIN LATERAL (
            SELECT count(*) AS orders FROM "order" WHERE promo_code = code AND status <> 'cancelled'
          ) uses
          WHERE used <> orders AND (usage_limit IS NULL OR used <= usage_limit)`,
      sql`SELECT format('%s is in %s orders of the shopper %s and may be in %s', code, count(*), shopper_id, per_shopper_limit)
          FROM promo JOIN "order" ON promo_code = code AND status <> 'cancelled'
          WHERE per_shopper_limit IS NOT NULL
          GROUP BY code, shopper_id, per_shopper_limit HAVING count(*) > per_shopper_limit`,
    ],
  },
];
