import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startWorkerProcess, workerGraceMs } from '@/run/processes';
import { inProject } from '@/run/project';
import { shopEnvironment, testWebhookSecret } from '@/run/testbed/log-files';
import { type OperatorCommand, operate, type Said } from '@/run/testbed/operate';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { startStore } from '@/run/testbed/store';
import { type AtEnd, assembled } from '../assembled';
import { Member, type Running } from '../member';
import { Balancer } from './balancer';

export interface FleetRequest {
  /** Where its processes find their database, which somebody else has opened, migrated and seeded. */
  readonly databaseUrl: string;
  readonly stores: number;
  readonly workers: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where its processes write their logs. */
  readonly logFolder: string;
}

/** Stores and workers on machines of their own, as far as one machine can show it: they share a database, a processor, and nothing else. */
export interface Fleet {
  readonly processor: TestProcessor;
  readonly balancer: Balancer;
  readonly storeUrls: readonly string[];
  /** `store-1`, .., `worker-1`, ..: each may be killed and comes back at its address. Throws when nobody bears the name. */
  member(name: string): Member;
  /** One statement on the database. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** What `npm run audit` says. */
  audit(): Promise<Said>;
  operate(command: OperatorCommand, ...args: readonly string[]): Promise<Said>;
  /** Ends its processes; the database stays. */
  stop(): Promise<void>;
}

/** Short enough for takeovers to happen within seconds. */
const settings = { LEASE_MS: '8000', PROCESSOR_TIMEOUT_MS: '2000', LOG_LEVEL: 'warn' };

/** How long the processor takes for a card, in milliseconds: long enough for second taps to meet the first. */
const processorLatencyMs = 40;

/** Where a show's logs go; those of its last run are gone. */
export function newLogFolder(name: string): string {
  const folder = inProject('.data/log/machines', name);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

/** Opens one. What was started when a step fails is stopped again. */
export function openFleet(request: FleetRequest): Promise<Fleet> {
  return assembled((atEnd) => assemble(request, atEnd));
}

async function assemble(
  { databaseUrl, logFolder, env, ...counts }: FleetRequest,
  atEnd: AtEnd,
): Promise<Omit<Fleet, 'stop'>> {
  const logFile = (name: string, start: number) => path.join(logFolder, `${name}-${start}.log`);
  const processor = await startProcessor({
    latencyMs: processorLatencyMs,
    logFile: logFile('processor', 1),
  });
  atEnd(() => processor.stop());
  const shopEnv = { ...settings, ...env };
  const direct = { ...shopEnvironment(databaseUrl, processor.url), ...shopEnv };
  const members = new Map<string, Member>();
  const add = async (name: string, launch: (logFile: string) => Promise<Running>): Promise<void> => {
    const member = new Member(
      name,
      (start) => launch(logFile(name, start)),
      async () => undefined,
    );
    members.set(name, member);
    atEnd(() => member.stop());
    await member.start();
  };
  const addStore = async (name: string): Promise<string> => {
    let port: number | undefined;
    await add(name, async (file) => {
      const again = port === undefined ? {} : { port };
      const request = { databaseUrl, processorUrl: processor.url, env: shopEnv, logFile: file };
      const store = await startStore({ ...request, ...again });
      port = store.port;
      return store;
    });
    return `http://127.0.0.1:${port}`;
  };
  const addWorker = (name: string): Promise<void> =>
    add(name, async (file) => {
      const worker = await startWorkerProcess(direct, file);
      const { pid, exited } = worker;
      const kill = (signal: NodeJS.Signals) => void worker.kill(signal);
      return { pid, exited, kill, stop: () => worker.stop(workerGraceMs) };
    });

  const named = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
  const [storeUrls] = await Promise.all([
    Promise.all(named('store', counts.stores).map(addStore)),
    Promise.all(named('worker', counts.workers).map(addWorker)),
  ]);
  const balancer = await Balancer.open(storeUrls);
  atEnd(() => balancer.close());
  await processor.configure({
    webhook: { url: `${balancer.url}/api/webhooks/stripe`, secret: testWebhookSecret },
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined); // the server was hit while nobody asked
  atEnd(() => pool.end());
  return {
    ...{ processor, balancer, storeUrls },
    member: (name) => {
      const member = members.get(name);
      if (!member) throw new Error(`the fleet has no member ${name}`);
      return member;
    },
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    audit: () => operate(direct, 'audit'),
    operate: (command, ...args) => operate(direct, command, ...args),
  };
}
