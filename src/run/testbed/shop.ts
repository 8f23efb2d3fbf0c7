import pg from 'pg';
import { createDatabase } from './database';
import { startProcessor, type TestProcessor } from './processor';
import { type StoreRequest, startStore, type TestStore } from './store';

/** A whole shop for a test file: a database, a processor and stores, all real and all its own. */
export interface TestShop {
  readonly stores: readonly TestStore[];
  readonly processor: TestProcessor;
  /** One statement on the shop's database, for looking and for planting what a test needs. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
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
    startStore: start,
    stop: async () => {
      await Promise.all(stores.map((store) => store.stop()));
      await pool.end();
      await processor.stop();
      await database.drop();
    },
  };
}
