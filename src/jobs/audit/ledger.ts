import { Prisma } from '@prisma-client/client';
import type { Check } from './check';

const { sql } = Prisma;

/** A charge that a payment says was captured, as it must stand in the ledger. */
const captured = sql`('captured', 'captured_late', 'partially_refunded', 'refunded')`;

/** What clearing moved in the transactions of one event: an event in the ledger twice shows here too. */
const clearing = sql`
  SELECT event_kind, event_id, coalesce(sum(amount) FILTER (WHERE account_code = 'processor_clearing'), 0) AS moved
  FROM ledger_transaction JOIN ledger_entry ON transaction_id = ledger_transaction.id
  GROUP BY event_kind, event_id`;

/** The books, by themselves and against what they tell of. */
export const ledgerChecks: readonly Check[] = [
  {
    invariant: 'I6',
    what: 'every ledger transaction balances, has two entries or more, and was never changed',
    unit: 'ledger transactions',
    counted: sql`SELECT count(*) FROM ledger_transaction`,
    broken: [
      sql`SELECT format('the ledger transaction %s is off by %s %s', transaction_id, sum(amount), currency)
          FROM ledger_entry GROUP BY transaction_id, currency HAVING sum(amount) <> 0`,
      sql`SELECT format('the ledger transaction %s has %s entries', ledger_transaction.id, count(line))
          FROM ledger_transaction LEFT JOIN ledger_entry ON transaction_id = ledger_transaction.id
          GROUP BY ledger_transaction.id HAVING count(line) < 2`,
      sql`SELECT format('an entry names the ledger transaction %s, which is not there', transaction_id)
          FROM ledger_entry LEFT JOIN ledger_transaction ON ledger_transaction.id = transaction_id
          WHERE ledger_transaction.id IS NULL`,
      // Entries are written together: rows of two database transactions mean that one came later, or was changed.
      sql`SELECT format('entries of the ledger transaction %s were changed or added', transaction_id)
          FROM ledger_entry GROUP BY transaction_id HAVING count(DISTINCT xmin::text) > 1`,
      sql`SELECT format('an entry of the ledger transaction %s is gone', transaction_id)
          FROM ledger_entry GROUP BY transaction_id HAVING count(*) <> max(line)`,
    ],
  },
  {
    invariant: 'I7',
    what: 'every capture and refund is in the ledger once, with its amount',
    unit: 'events',
    counted: sql`SELECT count(*) FROM ledger_transaction`,
    broken: [
      sql`SELECT format('%s %s is in the ledger %s times', event_kind, event_id, count(*))
          FROM ledger_transaction GROUP BY event_kind, event_id HAVING count(*) > 1`,
      sql`SELECT format('the charge %s is booked as a capture and as a late capture', event_id)
          FROM ledger_transaction WHERE event_kind IN ('capture', 'late_capture')
          GROUP BY event_id HAVING count(DISTINCT event_kind) > 1`,
      sql`SELECT format('the charge %s of %s is booked as %s', charge_id, payment.amount, coalesce(moved::text, 'nothing'))
          FROM payment LEFT JOIN (${clearing}) booked
            ON event_id = charge_id AND event_kind IN ('capture', 'late_capture')
          WHERE status IN ${captured} AND moved IS DISTINCT FROM payment.amount`,
      sql`SELECT format('a capture of %s is booked, and no payment has that charge', event_id)
          FROM ledger_transaction WHERE event_kind = 'capture'
            AND NOT EXISTS (SELECT 1 FROM payment WHERE charge_id = event_id)`,
      sql`SELECT format('the refund %s of %s is booked as %s', refund_id, refund.amount, coalesce(-moved || '', 'nothing'))
          FROM refund LEFT JOIN (${clearing}) booked ON event_id = refund_id AND event_kind = 'refund'
          WHERE status = 'succeeded' AND moved IS DISTINCT FROM -refund.amount`,
    ],
  },
];
