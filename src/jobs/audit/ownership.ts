import { Prisma } from '@prisma-client/client';
import type { Check } from './check';

const { sql } = Prisma;

/** Whose key, cart and order something is, and how many there may be. */
export function ownershipChecks(payOperationName: string): Check[] {
  return [
    {
      invariant: 'I1',
      what: 'one claim per scope, operation and key',
      unit: 'claims',
      counted: sql`SELECT count(*) FROM idempotency_key`,
      broken: [
        sql`SELECT format('%s claims of %s for the key %s of %s', count(*), operation, key, scope)
            FROM idempotency_key GROUP BY scope, operation, key HAVING count(*) > 1`,
      ],
    },
    {
      invariant: 'I2',
      what: 'at most one order of a cart that is not cancelled, and one open cart a shopper',
      unit: 'carts',
      counted: sql`SELECT count(*) FROM cart`,
      broken: [
        sql`SELECT format('the cart %s has %s orders', cart_id, count(*))
            FROM "order" WHERE status <> 'cancelled' GROUP BY cart_id HAVING count(*) > 1`,
        sql`SELECT format('the shopper %s has %s open carts', shopper_id, count(*))
            FROM cart WHERE status = 'open' GROUP BY shopper_id HAVING count(*) > 1`,
      ],
    },
    {
      invariant: 'I12',
      what: "a shopper's carts, orders, payments and answers are that shopper's alone",
      unit: 'orders',
      counted: sql`SELECT count(*) FROM "order"`,
      broken: [
        sql`SELECT format('the order %s is of %s and its cart of %s', number, "order".shopper_id, cart.shopper_id)
            FROM "order" JOIN cart ON cart.id = cart_id WHERE "order".shopper_id <> cart.shopper_id`,
        sql`SELECT format('the order %s is of %s and its payment of %s', number, shopper_id, scope)
            FROM "order" JOIN payment ON order_id = "order".id WHERE scope <> shopper_id::text`,
        sql`SELECT format('an answer to %s names the order %s of %s', scope, number, shopper_id)
            FROM idempotency_key JOIN "order"
              ON "order".id::text = substring(answer_body FROM '"orderId":"([0-9a-f-]{36})"')
            WHERE operation = ${payOperationName} AND scope <> shopper_id::text`,
        sql`SELECT format('the receipt of %s goes to somebody else', number)
            FROM receipt JOIN "order" ON "order".id = order_id WHERE recipient <> email`,
      ],
    },
  ];
}
