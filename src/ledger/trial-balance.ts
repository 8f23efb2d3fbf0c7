import type { Tx } from '@/platform/database';

/** What one account has seen in one currency. Minor units. */
export interface AccountBalance {
  readonly account: string;
  readonly name: string;
  readonly currency: string;
  /** The sum of its debits, and of its credits; neither is negative. */
  readonly debits: number;
  readonly credits: number;
  /** Debits less credits. */
  readonly balance: number;
}

export interface TrialBalance {
  readonly accounts: readonly AccountBalance[];
  /** All accounts of each currency together come to zero. */
  readonly isBalanced: boolean;
}

/** Adds the whole ledger up, by account and currency. */
export async function trialBalance(handle: Pick<Tx, '$queryRaw'>): Promise<TrialBalance> {
  // Sums of integers are bigint; what does not fit a double exactly would be beyond any shop.
  const rows = await handle.$queryRaw<AccountBalance[]>`
    SELECT entry.account_code AS account, coalesce(account.name, entry.account_code) AS name, entry.currency,
           coalesce(sum(entry.amount) FILTER (WHERE entry.amount > 0), 0)::float8 AS debits,
           coalesce(-sum(entry.amount) FILTER (WHERE entry.amount < 0), 0)::float8 AS credits,
           sum(entry.amount)::float8 AS balance
    FROM ledger_entry entry LEFT JOIN ledger_account account ON account.code = entry.account_code
    GROUP BY entry.account_code, account.name, entry.currency ORDER BY entry.currency, entry.account_code`;
  const sums = new Map<string, number>();
  for (const { currency, balance } of rows) sums.set(currency, (sums.get(currency) ?? 0) + balance);
  return { accounts: rows, isBalanced: [...sums.values()].every((sum) => sum === 0) };
}
