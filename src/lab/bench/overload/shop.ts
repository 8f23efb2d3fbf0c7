import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/run/migrate';
import { startWorkerProcess, workerGraceMs } from '@/run/processes';
import { seedDatabase } from '@/run/seed';
import { shopEnvironment, testWebhookSecret } from '@/run/testbed/log-files';
import { operate, type Said } from '@/run/testbed/operate';
import { startProcessor } from '@/run/testbed/processor';
import { startStore } from '@/run/testbed/store';
import { until } from '@/run/testbed/until';
import { OwnPostgres } from '../../own-postgres';

/** A shop to be measured: one store, its processor and its PostgreSQL, and nothing between them. */
export interface MeasuredShop {
  readonly url: string;
  /** One statement on its database. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Lets a worker finish what is left, and returns what `npm run audit` says then. */
  settleAndAudit(): Promise<Said>;
  stop(): Promise<void>;
}

/** How long the processor takes for a card, in milliseconds. */
const processorLatencyMs = 100;

/** Opens one in a folder of its own. What was started when a step fails is stopped again. */
export async function openMeasuredShop(folder: string): Promise<MeasuredShop> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  const logFile = (name: string): string => path.join(folder, `${name}.log`);
  try {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
    const postgres = new OwnPostgres({ folder: path.join(folder, 'postgres') });
    const server = await postgres.start(logFile('postgres'));
    stops.push(() => server.stop());
    const databaseUrl = postgres.url('doubletap');
    await migrate(databaseUrl);
    await seedDatabase(databaseUrl);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    stops.push(() => pool.end());
    const processor = await startProcessor({
      latencyMs: processorLatencyMs,
      logFile: logFile('processor'),
    });
    stops.push(() => processor.stop());
    const store = await startStore({ databaseUrl, processorUrl: processor.url, logFile: logFile('store') });
    stops.push(() => store.stop());
    await processor.configure({
      webhook: { url: `${store.url}/api/webhooks/stripe`, secret: testWebhookSecret },
    });
    const sql: MeasuredShop['sql'] = async (text, values = []) => (await pool.query(text, [...values])).rows;
    return {
      url: store.url,
      sql,
      settleAndAudit: async () => {
        const settings = shopEnvironment(databaseUrl, processor.url);
        const worker = await startWorkerProcess(settings, logFile('worker'));
        stops.push(() => worker.stop(workerGraceMs));
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
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
