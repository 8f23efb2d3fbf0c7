import pg from 'pg';
import { createDatabase } from './database';
import { startProcessor, type TestProcessor } from './processor';
import { type StoreRequest, startStore, type TestStore } from './store';
import { until } from './until';

/** A whole shop for a test file: a database, a processor and stores, all real and all its own. */
export interface TestShop {
  readonly stores: readonly TestStore[];
  readonly processor: TestProcessor;
  /** One statement on the shop's database, for looking and for planting what a test needs. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * A barrier for races: holds the rows that a `SELECT .. FOR UPDATE` names until so many backends of the shop wait for a
   * lock, and then lets all of them go at once. Throws when they do not come.
   */
  holdUntilWaiting(select: string, values: readonly unknown[], waiting: number): Promise<void>;
  /** Another store of the same shop. */
  startStore(env?: StoreRequest['env']): Promise<TestStore>;
  stop(): Promise<void>;
}

export async function openShop(
  storeCount: number,
  env: NonNullable<StoreRequest['env']> = {},
): Promise<TestShop> {
  const database = await createDatabase();
  const processor = await startProcessor();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const stores: TestStore[] = [];
  const start = async (more: StoreRequest['env'] = {}): Promise<TestStore> => {
    const store = await startStore({
      databaseUrl: database.url,
      processorUrl: processor.url,
      env: { ...env, ...more },
    });
    stores.push(store);
    return store;
  };
  for (let index = 0; index < storeCount; index += 1) await start();
  return {
    stores,
    processor,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    holdUntilWaiting: async (select, values, waiting) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(select, [...values]);
        await until(`${waiting} backends wait for a lock`, async () => {
          const { rows } = await pool.query<{ count: number }>(
            "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return (rows[0]?.count ?? 0) >= waiting;
        });
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
    startStore: start,
    stop: async () => {
      await Promise.all(stores.map((store) => store.stop()));
      await pool.end();
      await processor.stop();
      await database.drop();
    },
  };
}
