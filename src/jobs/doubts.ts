import type { PaymentStatus, RefundStatus } from '@prisma-client/client';
import type { ClaimId } from '@/idempotency';
import { prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { type Money, money } from '@/platform/money';
import { recoverable } from './recovery';

/** A key whose outcome nobody knows yet. */
export interface Doubt extends ClaimId {
  readonly createdAt: string;
  readonly doubts: number;
  /** Somebody works on it until then; null or past when nobody does. */
  readonly leaseUntil: string | null;
  /** From then on a worker looks at it by itself. */
  readonly restsUntil: string | null;
  /** From then on it is not sent any more, but given up. */
  readonly giveUpAt: string;
  readonly status: PaymentStatus | RefundStatus | null;
  readonly amount: Money | null;
  readonly order: { readonly orderId: string; readonly orderNumber: string } | null;
}

export interface Doubts {
  /** The database's clock at the reading. */
  readonly now: string;
  /** The longest waiting first, at most 200. */
  readonly open: readonly Doubt[];
}

interface Row extends ClaimId {
  readonly now: Date;
  readonly created_at: Date;
  readonly doubts: number;
  readonly lease_until: Date | null;
  readonly rests_until: Date | null;
  readonly status: PaymentStatus | RefundStatus | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;
}

/** Every key of a payment or a refund that is not completed: in doubt, left by its owner, or at work at this moment. */
export async function listDoubts(): Promise<Doubts> {
  const { pay, refund } = recoverable();
  // Raw: a key has no relation to what it protects, and how long it rests is the engine's own formula (`findAbandoned`).
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT clock_timestamp() AS now, k.scope, k.operation, k.key, k.created_at, k.doubts, k.lease_until,
           k.lease_until + (power(2, least(k.doubts, 6)) - 1) * interval '1 second' AS rests_until,
           coalesce(refund.status::text, payment.status::text) AS status,
           coalesce(refund.amount, payment.amount) AS amount, payment.currency,
           "order".id AS order_id, "order".number AS order_number
    FROM idempotency_key k
    LEFT JOIN refund ON k.operation = ${refund.name} AND (refund.scope, refund.key) = (k.scope, k.key)
    LEFT JOIN payment paid ON k.operation = ${pay.name} AND (paid.scope, paid.key) = (k.scope, k.key)
    LEFT JOIN payment ON payment.id = coalesce(refund.payment_id, paid.id)
    LEFT JOIN "order" ON "order".id = payment.order_id
    WHERE k.state = 'in_progress' AND k.operation IN (${pay.name}, ${refund.name})
    ORDER BY k.created_at LIMIT 200`;
  return { now: (rows[0]?.now ?? new Date()).toISOString(), open: rows.map(viewDoubt) };
}

function viewDoubt(row: Row): Doubt {
  const { scope, operation, key, doubts, status, amount, currency, order_id, order_number } = row;
  return {
    ...{ scope, operation, key, doubts, status },
    createdAt: row.created_at.toISOString(),
    leaseUntil: row.lease_until?.toISOString() ?? null,
    restsUntil: row.rests_until?.toISOString() ?? null,
    giveUpAt: new Date(row.created_at.getTime() + env().giveUpAgeMs).toISOString(),
    amount: amount === null || currency === null ? null : money(amount, currency),
    order:
      order_id === null || order_number === null ? null : { orderId: order_id, orderNumber: order_number },
  };
}
