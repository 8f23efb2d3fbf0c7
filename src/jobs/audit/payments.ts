import { Prisma } from '@prisma-client/client';
import type { Check } from './check';

const { sql } = Prisma;

/** What payment, order, refunds and answers say of each other. */
export function paymentChecks(payOperationName: string): Check[] {
  return [
    {
      invariant: 'I8',
      what: 'refunds that have not failed never exceed what was captured',
      unit: 'refunds',
      counted: sql`SELECT count(*) FROM refund`,
      broken: [
        sql`SELECT format('the payment %s of %s has refunds of %s', payment.id, payment.amount, asked)
            FROM payment CROSS JOIN LATERAL (${asked}) refunds WHERE asked > payment.amount`,
        sql`SELECT format('the payment %s says that %s went back, and its refunds %s', payment.id, refunded_amount, asked)
            FROM payment CROSS JOIN LATERAL (${asked}) refunds
            WHERE asked <= payment.amount AND asked <> refunded_amount`,
        sql`SELECT format('the refund %s is of a payment that is %s', refund.id, payment.status)
            FROM refund JOIN payment ON payment.id = payment_id
            WHERE payment.status IN ('processing', 'in_doubt', 'declined', 'not_made')`,
      ],
    },
    {
      invariant: 'I9',
      what: 'an order is paid exactly when its payment is captured, and answers agree',
      unit: 'orders',
      counted: sql`SELECT count(*) FROM "order"`,
      broken: [
        // A refund may fail after all: then the money is here again, and the order stays refunded.
        sql`SELECT format('the order %s is %s and its payment %s', number, "order".status, payment.status)
            FROM "order" JOIN payment ON order_id = "order".id
            WHERE NOT CASE "order".status
              WHEN 'pending' THEN payment.status IN ('processing', 'in_doubt')
              WHEN 'cancelled' THEN payment.status IN ('declined', 'not_made', 'captured_late')
                OR payment.status = 'refunded' AND ${isLate}
              WHEN 'refunded' THEN payment.status IN ('captured', 'partially_refunded', 'refunded')
              ELSE payment.status IN ('captured', 'partially_refunded')
            END`,
        sql`SELECT format('the order %s is %s and its time of payment is %s', number, status, coalesce(paid_at::text, 'unset'))
            FROM "order" WHERE (status IN ('paid', 'fulfilled', 'refunded')) <> (paid_at IS NOT NULL)`,
        sql`SELECT format('the order %s was answered with %s, and its payment is %s', number, answer_status, payment.status)
            FROM idempotency_key claim JOIN payment USING (scope, key) JOIN "order" ON "order".id = order_id
            WHERE operation = ${payOperationName} AND state = 'completed' AND CASE answer_status
              WHEN 200 THEN payment.status NOT IN ('captured', 'partially_refunded', 'refunded')
              ELSE payment.status NOT IN ('declined', 'not_made', 'captured_late')
                AND NOT (payment.status = 'refunded' AND ${isLate})
            END`,
      ],
    },
  ];
}

const asked = sql`
  SELECT coalesce(sum(refund.amount), 0) AS asked FROM refund
  WHERE payment_id = payment.id AND refund.status <> 'failed'`;

/** The charge came after its purchase was given up. */
const isLate = sql`EXISTS (
  SELECT 1 FROM ledger_transaction WHERE event_kind = 'late_capture' AND event_id = payment.charge_id)`;

/** `afterMs`: how long a receipt may take. */
export function receiptCheck(afterMs: number): Check {
  return {
    invariant: 'I11',
    what: 'one receipt a paid order, and none for any other',
    unit: 'receipts',
    counted: sql`SELECT count(*) FROM receipt`,
    broken: [
      sql`SELECT format('the order %s was paid at %s and has no receipt', number, paid_at)
          FROM "order" WHERE status IN ('paid', 'fulfilled', 'refunded')
            AND paid_at < clock_timestamp() - ${afterMs}::float8 * interval '1 millisecond'
            AND NOT EXISTS (SELECT 1 FROM receipt WHERE order_id = "order".id)`,
      sql`SELECT format('the order %s is %s and has a receipt', number, status)
          FROM "order" WHERE status IN ('pending', 'cancelled')
            AND EXISTS (SELECT 1 FROM receipt WHERE order_id = "order".id)`,
      sql`SELECT format('the order %s has %s receipts', order_id, count(*))
          FROM receipt GROUP BY order_id HAVING count(*) > 1`,
      sql`SELECT format('the message %s is the receipt of %s orders', message_id, count(DISTINCT order_id))
          FROM receipt GROUP BY message_id HAVING count(DISTINCT order_id) > 1`,
    ],
  };
}
