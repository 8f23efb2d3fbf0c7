import pg from 'pg';
import type { Child } from '../child';
import { startWorkerProcess, workerGraceMs } from '../processes';
import { createDatabase } from './database';
import { shopEnvironment, testLogFile } from './log-files';
import { type OperatorCommand, operate, type Said } from './operate';
import { startProcessor, type TestProcessor } from './processor';
import { type StoreRequest, startStore, type TestStore } from './store';
import { until } from './until';

/** The row that a race is about: a `SELECT .. FOR UPDATE` with its values. */
export interface ContestedRow {
  readonly select: string;
  readonly values: readonly unknown[];
  /** What is done to it, with the same values, before it is let go; without it nothing is. */
  readonly change?: string;
}

/** A whole shop for a test file: a database, a processor and stores, all real and all its own. */
export interface TestShop {
  readonly stores: readonly TestStore[];
  readonly processor: TestProcessor;
  readonly databaseUrl: string;
  /** One statement on the shop's database, for looking and for planting what a test needs. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs calls that all need one row, and proves that they met there: the row is held before the first call is sent, and let
   * go only once so many backends of the shop wait for a lock. Throws when they do not come.
   */
  race<T>(row: ContestedRow, waiting: number, calls: () => readonly Promise<T>[]): Promise<T[]>;
  /** Another store of the same shop. */
  startStore(env?: StoreRequest['env']): Promise<TestStore>;
  /** A worker of the same shop. */
  startWorker(env?: StoreRequest['env']): Promise<Child>;
  /** What `npm run audit` says of this shop: its exit code and its lines. */
  audit(): Promise<Said>;
  /** An operator's command on this shop, run as a program of its own. */
  operate(command: OperatorCommand, ...args: readonly string[]): Promise<Said>;
  stop(): Promise<void>;
}

/**
 * Opens one with so many stores. `linkTo` puts something between the shop and its processor: it is given the processor's
 * address and returns the one that the shop will use.
 */
export async function openShop(
  storeCount: number,
  env: NonNullable<StoreRequest['env']> = {},
  linkTo: (processorUrl: string) => Promise<string> = async (url) => url,
): Promise<TestShop> {
  const database = await createDatabase();
  const processor = await startProcessor();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const processorUrl = await linkTo(processor.url);
  const stores: TestStore[] = [];
  const workers: Child[] = [];
  const start = async (more: StoreRequest['env'] = {}): Promise<TestStore> => {
    const store = await startStore({
      databaseUrl: database.url,
      processorUrl,
      env: { ...env, ...more },
    });
    stores.push(store);
    return store;
  };
  const settings = shopEnvironment(database.url, processor.url);
  for (let index = 0; index < storeCount; index += 1) await start();
  return {
    stores,
    processor,
    databaseUrl: database.url,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    race: async ({ select, values, change }, waiting, calls) => {
      const client = await pool.connect();
      let answers: ReturnType<typeof calls> = [];
      try {
        await client.query('BEGIN');
        await client.query(select, [...values]);
        answers = calls();
        await until(`${waiting} backends wait for a lock`, async () => {
          const { rows } = await pool.query<{ count: number }>(
            "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return (rows[0]?.count ?? 0) >= waiting;
        });
        if (change !== undefined) {
          await client.query(change, [...values]);
          await client.query('COMMIT');
        }
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
      return Promise.all(answers);
    },
    startStore: start,
    startWorker: async (more = {}) => {
      const workerEnv = { ...shopEnvironment(database.url, processorUrl), ...env, ...more };
      const worker = await startWorkerProcess(workerEnv, testLogFile('worker'));
      workers.push(worker);
      return worker;
    },
    audit: () => operate(settings, 'audit'),
    operate: (command, ...args) => operate(settings, command, ...args),
    stop: async () => {
      await Promise.all([
        ...stores.map((store) => store.stop()),
        ...workers.map((worker) => worker.stop(workerGraceMs)),
      ]);
      await pool.end();
      await processor.stop();
      await database.drop();
    },
  };
}
