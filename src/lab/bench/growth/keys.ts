import pg from 'pg';
import type { Statement } from '@/idempotency';
import { insertClaim, type NewClaim, readClaim } from '@/idempotency/claims';
import { reapExpiredKeys } from '@/jobs/reaper';
import { connect, databaseLimits, newId } from '@/platform/database';
import { migrate } from '@/run/migrate';
import { cloneRows, withoutIndexes } from './clones';

/** So many keys are looked at again and again. */
const known = 5_000;
/** No reaping takes so long. */
const patienceMs = 60_000;

export interface StoredKey {
  readonly scope: string;
  readonly key: string;
}

/** What a key's row and its attempt's hold, as the shop has written them. */
export interface Model {
  readonly key: object;
  readonly attempt: object;
}

/** A database that holds so many answered keys, and one connection to it that waits for no disk: what is compared is work. */
export class KeyTable {
  readonly #client: pg.Client;
  readonly #shop;
  #known: readonly StoredKey[] = [];

  private constructor(
    readonly count: number,
    url: string,
    private readonly model: Model,
  ) {
    this.#client = new pg.Client({ connectionString: url, options: '-c synchronous_commit=off' });
    this.#shop = connect(url, 1, databaseLimits(patienceMs));
  }

  /** Makes the database on the server of another, by the migrations, and fills it. */
  static async fill(server: string, count: number, model: Model): Promise<KeyTable> {
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`CREATE DATABASE keys_${count}`);
    await admin.end();
    const url = new URL(server);
    url.pathname = `/keys_${count}`;
    await migrate(url.href);
    const table = new KeyTable(count, url.href, model);
    await table.#client.connect();
    await table.#fill();
    return table;
  }

  async #fill(): Promise<void> {
    const client = this.#client;
    await client.query("SET session_replication_role = 'replica'");
    for (const [name, row] of [
      ['idempotency_key', this.model.key],
      ['attempt', this.model.attempt],
    ] as const) {
      await client.query(`INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, $1)`, [row]);
    }
    await withoutIndexes(client, 'idempotency_key', () =>
      cloneRows(client, {
        ...{ table: 'idempotency_key', count: this.count },
        but: {
          ...otherNames,
          expires_at: "clock_timestamp() + interval '1 day' + n * interval '1 millisecond'",
        },
      }),
    );
    await client.query('VACUUM ANALYZE idempotency_key');
    const { rows } = await client.query<StoredKey>(
      'SELECT scope, key FROM idempotency_key ORDER BY md5(key) LIMIT $1',
      [known],
    );
    this.#known = rows;
  }

  /** The time that a new key takes to be claimed, in milliseconds. */
  claim(): Promise<number> {
    const claim: NewClaim = {
      ...{ operation: 'checkout.pay', scope: newId(), key: crypto.randomUUID() },
      ...{ fingerprint: 'f'.repeat(64), input: JSON.stringify(this.model), retentionMs: 86_400_000 },
    };
    return this.#timed('claim', insertClaim(claim, crypto.randomUUID(), 30_000));
  }

  /** The time that a stored answer takes to be read, in milliseconds. */
  replay(): Promise<number> {
    const { scope, key } = this.#known[Math.floor(Math.random() * this.#known.length)] ?? {
      scope: '',
      key: '',
    };
    return this.#timed('replay', readClaim({ scope, operation: 'checkout.pay', key }));
  }

  async #timed(name: string, { text, values }: Statement): Promise<number> {
    const startedAt = performance.now();
    const { rows } = await this.#client.query({ name, text, values: [...values] });
    const tookMs = performance.now() - startedAt;
    if (rows.length !== 1) throw new Error(`a ${name} among ${this.count} keys met ${rows.length} rows`);
    return tookMs;
  }

  /** Adds so many keys whose time is over, each with its attempt. */
  async expire(count: number): Promise<void> {
    await expireKeys(this.#client, count);
  }

  /** The time that the reaper takes for all whose time is over, in milliseconds. */
  async reap(expected: number): Promise<number> {
    const startedAt = performance.now();
    const reaped = await reapExpiredKeys(new AbortController().signal, this.#shop);
    const tookMs = performance.now() - startedAt;
    if (reaped !== expected) throw new Error(`${reaped} of ${expected} expired keys were reaped`);
    return tookMs;
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.#shop.$disconnect();
  }
}

const otherNames = { scope: 'gen_random_uuid()::text', key: 'gen_random_uuid()::text' };

/** Adds so many answered keys whose time is over, each with its attempt. */
export async function expireKeys(client: pg.ClientBase, count: number): Promise<void> {
  await client.query(
    'CREATE TEMP TABLE expired AS SELECT gen_random_uuid()::text AS scope, gen_random_uuid()::text AS key FROM generate_series(1, $1::int)',
    [count],
  );
  await cloneRows(client, {
    ...{ table: 'idempotency_key', twins: 'expired' },
    but: { scope: 'twin.scope', key: 'twin.key', expires_at: "clock_timestamp() - interval '1 hour'" },
  });
  await cloneRows(client, {
    ...{ table: 'attempt', twins: 'expired' },
    but: { id: 'gen_random_uuid()', scope: 'twin.scope', key: 'twin.key' },
  });
  await client.query('DROP TABLE expired');
  await client.query('ANALYZE idempotency_key, attempt');
}
