import type { TestShop } from './shop';
import { until } from './until';

/** The row that a race is about: a `SELECT .. FOR UPDATE` with its values. */
export interface ContestedRow {
  readonly select: string;
  readonly values: readonly unknown[];
}

/**
 * Runs calls that all need one row, and proves that they met there: the row is held before the first call is sent, and
 * let go only once so many backends wait for it.
 */
export async function race<T>(
  shop: TestShop,
  { select, values }: ContestedRow,
  waiting: number,
  calls: () => readonly Promise<T>[],
): Promise<T[]> {
  const send = async (): Promise<T[]> => {
    await until('the row is held', async () => {
      const holders = await shop.sql(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND query = $1",
        [select],
      );
      return holders.length > 0;
    });
    return Promise.all(calls());
  };
  const [answers] = await Promise.all([send(), shop.holdUntilWaiting(select, values, waiting)]);
  return answers;
}
