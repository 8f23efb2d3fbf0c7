import type { MeasuredShop } from './open';

/** What a shop's database says has been sold. */
export interface Accounts {
  readonly paid: number;
  readonly captured: number;
  /** Units that were taken of the stock. */
  readonly taken: number;
  /** Captures in the ledger, whose entries add up to nothing each. */
  readonly booked: number;
  /** Keys whose answer is stored. */
  readonly keys: number;
}

export async function readAccounts(shop: Pick<MeasuredShop, 'sql'>): Promise<Accounts> {
  const [row] = await shop.sql<{ [Name in keyof Accounts]: number }>(
    `SELECT (SELECT count(*)::int FROM "order" WHERE status = 'paid') AS paid,
       (SELECT count(*)::int FROM payment WHERE status = 'captured') AS captured,
       (SELECT sum(stock_received - stock)::int FROM product) AS taken,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM ledger_entry GROUP BY transaction_id HAVING sum(amount) = 0) AS balanced) AS booked,
       (SELECT count(*)::int FROM idempotency_key WHERE state = 'completed') AS keys`,
  );
  if (!row) throw new Error('a query of one row had none');
  return row;
}

/**
 * Throws unless so many purchases lie between the two, and each has moved order, payment, stock and ledger: what did not really buy may be
 * compared with nothing. Without protection no key is stored.
 */
export function expectSold(
  before: Accounts,
  after: Accounts,
  purchases: number,
  hasKeys: boolean,
  who: string,
): void {
  const expected = { ...{ paid: purchases, captured: purchases, taken: purchases }, booked: purchases };
  for (const [name, count] of Object.entries({ ...expected, keys: hasKeys ? purchases : 0 })) {
    const was = name as keyof Accounts; // the names above are those of the accounts
    const moved = after[was] - before[was];
    if (moved !== count)
      throw new Error(`${who} has bought ${purchases} times, and ${name} moved by ${moved}`);
  }
}
