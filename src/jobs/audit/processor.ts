import { Prisma } from '@prisma-client/client';
import type { SettledCharge } from '@/payments/settlement-report';
import type { Check } from './check';

const { sql } = Prisma;

/** What the processor reports, read before our side is looked at. */
export interface Report {
  readonly charges: readonly SettledCharge[];
  /** What was made before it is not in the report. Null: everything is. */
  readonly from: Date | null;
  /** When the reading began: what was captured after it may be missing. */
  readonly readAt: Date;
}

/** How far apart the clocks of our processes may be. */
const clockSkewMs = 60_000;

/**
 * I3 and I10. Both have a half that only our tables say, and one that needs the processor's report: without one, only the
 * former is checked.
 */
export function processorChecks(payOperationName: string, report: Report | null): Check[] {
  const there = rows(payOperationName, report?.charges ?? []);
  return [
    {
      invariant: 'I3',
      what: 'one payment an order, one charge a payment, one captured charge a purchase',
      unit: 'payments',
      counted: sql`SELECT count(*) FROM payment`,
      broken: [
        sql`SELECT format('the order %s has %s payments', number, count(payment.id))
            FROM "order" LEFT JOIN payment ON order_id = "order".id
            GROUP BY "order".id, number HAVING count(payment.id) <> 1`,
        sql`SELECT format('the charge %s is in %s payments', charge_id, count(*))
            FROM payment WHERE charge_id IS NOT NULL GROUP BY charge_id HAVING count(*) > 1`,
        sql`SELECT format('the purchase %s of %s has %s payments', key, scope, count(*))
            FROM payment GROUP BY scope, key HAVING count(*) > 1`,
        sql`SELECT format('%s payments share the key %s at the processor', count(*), processor_key)
            FROM payment GROUP BY processor_key HAVING count(*) > 1`,
        // What has gone back completely was put right.
        sql`SELECT format('the purchase %s of %s is charged %s times: %s', key, scope, count(*), string_agg(id, ', '))
            FROM ${there} WHERE key IS NOT NULL AND refunded < amount GROUP BY scope, key HAVING count(*) > 1`,
      ],
    },
    {
      invariant: 'I10',
      what: 'captured at the processor is captured here, or unresolved, or owed back',
      unit: 'charges at the processor',
      counted: sql`SELECT count(*) FROM ${there}`,
      broken: report ? [...missingHere(there), missingThere(there, report)] : [sql`SELECT '' WHERE false`],
    },
  ];
}

/** The report as rows. A charge of another operation has no purchase of ours. */
function rows(payOperationName: string, charges: readonly SettledCharge[]): Prisma.Sql {
  const purchases = charges.map(({ purchase }) =>
    purchase?.operation === payOperationName ? purchase : null,
  );
  return sql`unnest(
    ${charges.map(({ chargeId }) => chargeId)}::text[], ${charges.map(({ amount }) => amount)}::int[],
    ${charges.map(({ amountRefunded }) => amountRefunded)}::int[], ${charges.map(({ currency }) => currency)}::text[],
    ${purchases.map((purchase) => purchase?.scope ?? null)}::text[],
    ${purchases.map((purchase) => purchase?.key ?? null)}::text[]
  ) AS there (id, amount, refunded, currency, scope, key)`;
}

function missingHere(there: Prisma.Sql): Prisma.Sql[] {
  return [
    // A second charge of a paid purchase is a matter of I3.
    sql`SELECT format('the charge %s of %s %s is not here', there.id, there.amount, there.currency)
        FROM ${there}
        WHERE refunded < amount
          AND NOT EXISTS (SELECT 1 FROM payment WHERE charge_id = there.id)
          AND NOT EXISTS (
            SELECT 1 FROM payment WHERE payment.scope = there.scope AND payment.key = there.key
              AND (status IN ('processing', 'in_doubt') OR charge_id IS NOT NULL)
          )`,
    sql`SELECT format('the charge %s is %s %s there, and a payment of %s %s that is %s here',
                      there.id, there.amount, there.currency, payment.amount, payment.currency, status)
        FROM ${there} JOIN payment ON charge_id = there.id
        WHERE NOT EXISTS (
          SELECT 1 FROM payment same WHERE same.charge_id = there.id
            AND same.amount = there.amount AND same.currency = there.currency
            AND same.status IN ('captured', 'partially_refunded', 'refunded', 'captured_late')
        )`,
  ];
}

function missingThere(there: Prisma.Sql, { from, readAt }: Report): Prisma.Sql {
  const since = from ?? new Date(0);
  const until = new Date(readAt.getTime() - clockSkewMs);
  return sql`
    SELECT format('the payment %s is %s by %s, which is not there', payment.id, status, charge_id)
    FROM payment
    WHERE status IN ('captured', 'partially_refunded', 'refunded', 'captured_late')
      AND created_at >= ${since} AND settled_at < ${until}
      AND NOT EXISTS (SELECT 1 FROM ${there} WHERE there.id = charge_id)`;
}
