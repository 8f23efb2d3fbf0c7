import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/run/migrate';
import { startWorkerProcess, workerGraceMs } from '@/run/processes';
import { seedDatabase } from '@/run/seed';
import { shopEnvironment, testWebhookSecret } from '@/run/testbed/log-files';
import { operate, type Said } from '@/run/testbed/operate';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { type StoreRequest, startStore, type TestStore } from '@/run/testbed/store';
import { until } from '@/run/testbed/until';
import { type AtEnd, assembled } from '../../assembled';
import { OwnPostgres } from '../../own-postgres';

export interface ShopRequest {
  /** How long the processor takes for a card, in milliseconds. */
  readonly latencyMs: number;
  /** Whether the processor sends its messages to the store. What is settled then is the buyer's request alone, otherwise. */
  readonly hasWebhooks?: boolean;
  /** Further settings of its store. */
  readonly env?: StoreRequest['env'];
}

/** Another store of the shop: how it differs from the first. */
export interface FurtherStore {
  readonly name: string;
  /** What starts it: the production build unless said otherwise. */
  readonly start?: (request: StoreRequest) => Promise<TestStore>;
  /** Where it finds its database, when something stands between. */
  readonly databaseUrl?: string;
}

/** A shop to be measured: a store, its processor and its PostgreSQL, and nothing between them. */
export interface MeasuredShop {
  /** The store's. */
  readonly url: string;
  readonly store: TestStore;
  readonly databaseUrl: string;
  /** The PostgreSQL server's own process. */
  readonly postgresPid: number;
  readonly processor: TestProcessor;
  /** One statement on its database. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  startStore(store: FurtherStore): Promise<TestStore>;
  /** Has PostgreSQL write what lies there to be written, so that it does not do so in somebody's turn. */
  rest(): Promise<void>;
  /** Lets a worker finish what is left, and returns what `npm run audit` says then. */
  settleAndAudit(): Promise<Said>;
  stop(): Promise<void>;
}

/** Opens one in a folder of its own. What was started when a step fails is stopped again. */
export function openMeasuredShop(folder: string, request: ShopRequest): Promise<MeasuredShop> {
  return assembled((atEnd) => assemble(folder, request, atEnd));
}

async function assemble(
  folder: string,
  request: ShopRequest,
  atEnd: AtEnd,
): Promise<Omit<MeasuredShop, 'stop'>> {
  const logFile = (name: string): string => path.join(folder, `${name}.log`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
  const postgres = new OwnPostgres({ folder: path.join(folder, 'postgres') });
  const server = await postgres.start(logFile('postgres'));
  atEnd(() => server.stop());
  const databaseUrl = postgres.url('doubletap');
  await migrate(databaseUrl);
  await seedDatabase(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined); // the server may end before a connection that nobody needs has
  atEnd(() => pool.end());
  const processor = await startProcessor({ latencyMs: request.latencyMs, logFile: logFile('processor') });
  atEnd(() => processor.stop());
  const { env = {} } = request;
  const open: MeasuredShop['startStore'] = async ({ name, start = startStore, ...further }) => {
    const settings = { databaseUrl, processorUrl: processor.url, env, ...further, logFile: logFile(name) };
    const store = await start(settings);
    atEnd(() => store.stop());
    return store;
  };
  const store = await open({ name: 'store' });
  if (request.hasWebhooks) {
    await processor.configure({
      webhook: { url: `${store.url}/api/webhooks/stripe`, secret: testWebhookSecret },
    });
  }
  const settings = shopEnvironment(databaseUrl, processor.url);
  const sql: MeasuredShop['sql'] = async (text, values = []) => (await pool.query(text, [...values])).rows;
  return {
    ...{ url: store.url, store, databaseUrl, postgresPid: server.pid, processor, sql, startStore: open },
    rest: async () => void (await sql('CHECKPOINT')),
    settleAndAudit: async () => {
      const worker = await startWorkerProcess(settings, logFile('worker'));
      atEnd(() => worker.stop(workerGraceMs));
      await until(
        'every purchase is settled',
        async () => {
          const [row] = await sql<{ open: number }>(
            "SELECT count(*)::int AS open FROM payment WHERE status IN ('processing', 'in_doubt')",
          );
          return row?.open === 0;
        },
        120_000,
      );
      return operate(settings, 'audit');
    },
  };
}
