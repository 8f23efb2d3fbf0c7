import pg from 'pg';
import type { Row } from '../index';
import { schema, searchPath, timesMs } from './purchases';
import type { Watch } from './under-way';

/** The database of the races: its own clock, and a pool for each process that plays. */
export class World implements Watch {
  readonly #url: string;
  readonly #pools = new Map<string, pg.Pool>();
  readonly #control: pg.Pool;

  private constructor(url: string) {
    this.#url = url;
    this.#control = this.pool('nobody');
  }

  /** @param url a migrated database of the caller's own */
  static async open(url: string): Promise<World> {
    const world = new World(url);
    await world.#control.query(schema);
    return world;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  /** The connections of one process. The database knows them by its name. */
  pool(processName: string): pg.Pool {
    const known = this.#pools.get(processName);
    if (known) return known;
    const pool = new pg.Pool({
      connectionString: this.#url,
      application_name: processName,
      max: 20,
      idleTimeoutMillis: 0,
      // No order of steps depends on the disk.
      options: `-c search_path=${searchPath} -c synchronous_commit=off`,
    });
    // At the end its connections go with their database.
    pool.on('error', () => undefined);
    this.#pools.set(processName, pool);
    return pool;
  }

  /** Outside of the play: nobody waits for it. */
  async query(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#control.query(text, values)).rows;
  }

  /** The database's clock moves on, past what it is named for. */
  async pass(what: keyof typeof timesMs): Promise<void> {
    await this.query("UPDATE clock SET now = now + $1::float8 * interval '1 millisecond'", [
      timesMs[what] + 1,
    ]);
  }

  /**
   * For another's transaction, that is; other locks are given up by themselves. It is read from the table of locks, where one
   * is granted before whoever gave it up is answered.
   */
  async whoWaits(pids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.query(
      "SELECT pid FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple') AND pid = ANY($1)",
      [pids],
    );
    return new Set(rows.map(({ pid }) => Number(pid)));
  }

  async cancel(pids: readonly number[]): Promise<void> {
    await this.query('SELECT pg_cancel_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
  }
}
