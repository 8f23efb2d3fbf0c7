import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/run/migrate';
import { startWorkerProcess, workerGraceMs } from '@/run/processes';
import { seedDatabase } from '@/run/seed';
import { createDatabase } from '@/run/testbed/database';
import { shopEnvironment, testLogFolder, testWebhookSecret } from '@/run/testbed/log-files';
import { type OperatorCommand, operate, type Said } from '@/run/testbed/operate';
import { type ProcessorBooks, startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { startStore } from '@/run/testbed/store';
import type { WireControl } from '@/wire/client';
import { type AtEnd, assembled } from './assembled';
import { Member, type Running } from './member';
import { OwnPostgres } from './own-postgres';
import { startTestWire } from './test-wire';

export interface WiredShopRequest {
  readonly stores: number;
  readonly workers: number;
  /** Workers are members, and start only when somebody starts them. */
  readonly workersRest?: boolean;
  /** Further settings of stores and workers, such as LEASE_MS. */
  readonly env?: Readonly<Record<string, string>>;
  /** `shared`: a database on the tests' server. `own`: a server of its own, the member `postgres`, which may be killed. */
  readonly postgres: 'shared' | 'own';
  /** Where its processes write their logs. */
  readonly logFolder?: string;
  /** Who shops, each over links of their own; `browser` where nobody is named. */
  readonly browsers?: readonly string[];
  /** Whether the wire keeps what is said, but for the cards that browsers hand in. */
  readonly keeps?: boolean;
  /**
   * Whether the workers do what comes by the clock: reconciling, auditing, reaping. Otherwise nothing happens in the shop but what
   * somebody asks for, and every exchange is counted the same at whatever time of the day.
   */
  readonly hasClock?: boolean;
}

/** The links of one browser. */
export interface BrowserLinks {
  readonly storeUrls: readonly string[];
  /** Where it hands in cards. */
  readonly processorUrl: string;
}

/**
 * A whole shop in which every message passes the wire: between browser and store, store or worker and processor, store or worker
 * and database, processor and store. Its members are `store-1`, `store-2`, .., `worker-1`, .., `processor`, and `postgres` where
 * it is the shop's own; the wire's rules know them by the same names.
 */
export interface WiredShop {
  readonly wire: WireControl;
  readonly members: readonly Member[];
  /** Throws when nobody bears the name. */
  member(name: string): Member;
  /** Where shoppers reach the stores, and hand in their cards: the links of the first browser. */
  readonly storeUrls: readonly string[];
  readonly processorUrl: string;
  /** The links of a browser by its name. Throws when nobody bears it. */
  linksOf(browser: string): BrowserLinks;
  /** Where the processor itself listens, and where it sends its messages: not over the wire, and over it. */
  readonly processorAddress: string;
  readonly webhookUrls: readonly string[];
  /** One statement on the database, not over the wire. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** What the processor really charged, not over the wire. */
  books(): Promise<ProcessorBooks>;
  /** Changes settings of the processor; they are set again when it comes back. */
  configureProcessor(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Says which store hears of what happens at the processor, from 1. At first it is store 1. */
  sendWebhooksTo(store: number): Promise<void>;
  /** How many messages of the processor have not been acknowledged; `redeliver` sends them at once. */
  undelivered(): Promise<number>;
  redeliver(): Promise<void>;
  /** What `npm run audit` says of this shop. */
  audit(): Promise<Said>;
  operate(command: OperatorCommand, ...args: readonly string[]): Promise<Said>;
  /** Ends every process and removes its data. */
  stop(): Promise<void>;
}

/** Opens one, with no rules on the wire. What was started when a step fails is stopped again. */
export function openWiredShop(request: WiredShopRequest): Promise<WiredShop> {
  return assembled((atEnd) => assemble(request, atEnd));
}

/** Every worker writes its schedule anew when it starts. */
const stopClock = `
  DELETE FROM pgboss.schedule;
  CREATE FUNCTION pgboss.clock_is_stopped() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER clock_is_stopped BEFORE INSERT ON pgboss.schedule
    FOR EACH ROW EXECUTE FUNCTION pgboss.clock_is_stopped()`;

async function assemble(request: WiredShopRequest, atEnd: AtEnd): Promise<Omit<WiredShop, 'stop'>> {
  const { logFolder = testLogFolder, env = {} } = request;
  const logFile = (name: string, start: number) =>
    path.join(logFolder, `${name}-${process.pid}-${start}.log`);
  const { control: wire, stop: stopWire } = await startTestWire(logFile('wire', 1));
  atEnd(stopWire);
  const { keeps = false, browsers = ['browser'] } = request;
  const members: Member[] = [];
  const add = async (
    name: string,
    launch: (logFile: string) => Promise<Running>,
    rests = false,
  ): Promise<void> => {
    const member = new Member(
      name,
      (start) => launch(logFile(name, start)),
      (process, pid) => wire.registerProcess(process, pid),
    );
    members.push(member);
    atEnd(() => member.stop());
    if (!rests) await member.start();
  };

  const processor = new KeptProcessor();
  const [databaseUrl] = await together([
    request.postgres === 'own' ? ownDatabase(add, atEnd) : sharedDatabase(atEnd),
    add('processor', (file) => processor.start(file)),
  ]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined); // the server was hit while nobody asked
  atEnd(() => pool.end());
  if (!request.hasClock) await pool.query(stopClock);

  const processorTarget = { host: '127.0.0.1', port: processor.current.port };
  const open = async (link: Parameters<WireControl['openLink']>[0]): Promise<string> =>
    (await wire.openLink(link)).authority;

  /** The settings of a process, whose links are its own. */
  const environmentOf = async (from: string): Promise<{ databaseUrl: string; processorUrl: string }> => {
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: Number(url.port) };
    url.host = await open({
      ...{ name: 'shop-database', protocol: 'postgresql', from, to: 'postgres', listen: {}, target, keeps },
    });
    const processorAt = await open({
      ...{ name: 'shop-processor', protocol: 'http', from, to: 'processor', listen: {}, keeps },
      target: processorTarget,
    });
    return { databaseUrl: url.href, processorUrl: `http://${processorAt}` };
  };

  const startStoreNumber = async (number: number) => {
    const name = `store-${number}`;
    const settings = { ...(await environmentOf(name)), env };
    let port: number | undefined;
    await add(name, async (file) => {
      const store = await startStore({ ...settings, ...(port === undefined ? {} : { port }), logFile: file });
      port = store.port;
      return store;
    });
    const target = { host: '127.0.0.1', port: port ?? 0 };
    const both = { protocol: 'http', to: name, listen: {}, target, keeps } as const;
    const urls = new Map<string, string>();
    for (const from of browsers)
      urls.set(from, `http://${await open({ ...both, name: 'browser-shop', from })}`);
    const webhooks = await open({ ...both, name: 'processor-shop', from: 'processor' });
    return { urls, webhookUrl: `http://${webhooks}/api/webhooks/stripe` };
  };
  const startWorkerNumber = async (number: number): Promise<void> => {
    const name = `worker-${number}`;
    const links = await environmentOf(name);
    const settings = { ...shopEnvironment(links.databaseUrl, links.processorUrl), ...env };
    const launch = async (file: string): Promise<Running> => {
      const worker = await startWorkerProcess(settings, file);
      const { pid, exited } = worker;
      return {
        ...{ pid, exited },
        kill: (signal) => void worker.kill(signal),
        stop: () => worker.stop(workerGraceMs),
      };
    };
    await add(name, launch, request.workersRest);
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const [stores] = await together([
    together(upTo(request.stores).map(startStoreNumber)),
    together(upTo(request.workers).map(startWorkerNumber)),
  ]);
  members.sort((one, other) => order(one) - order(other) || one.name.localeCompare(other.name));
  const webhookUrls = stores.map(({ webhookUrl }) => webhookUrl);
  const links = new Map<string, BrowserLinks>();
  for (const from of browsers) {
    const cards = { name: 'browser-processor', protocol: 'http', from, to: 'processor', listen: {} } as const;
    links.set(from, {
      storeUrls: stores.map(({ urls }) => urls.get(from) ?? ''),
      processorUrl: `http://${await open({ ...cards, target: processorTarget })}`,
    });
  }
  const linksOf = (browser: string): BrowserLinks => {
    const found = links.get(browser);
    if (!found) throw new Error(`nobody shops as ${browser}`);
    return found;
  };
  const sendWebhooksTo = (store: number): Promise<void> =>
    processor.configure({ webhook: { url: webhookUrls[store - 1], secret: testWebhookSecret } });
  if (request.stores > 0) await sendWebhooksTo(1);

  const direct = { ...shopEnvironment(databaseUrl, processor.current.url), ...env };
  return {
    wire,
    members,
    member: (name) => {
      const member = members.find((candidate) => candidate.name === name);
      if (!member) throw new Error(`the shop has no member ${name}`);
      return member;
    },
    ...linksOf(browsers[0] ?? ''),
    linksOf,
    processorAddress: processor.current.url,
    webhookUrls,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    books: () => processor.current.books(),
    configureProcessor: (settings) => processor.configure(settings),
    sendWebhooksTo,
    undelivered: () => processor.current.undelivered(),
    redeliver: () => processor.current.redeliver({ which: 'undelivered' }),
    audit: () => operate(direct, 'audit'),
    operate: (command, ...args) => operate(direct, command, ...args),
  };
}

/** The order in which a shop's members are named: as they need each other. */
function order({ name }: Member): number {
  return ['postgres', 'processor', 'store', 'worker'].findIndex((kind) => name.startsWith(kind));
}

/** All of it, or the first failure, once the rest has come to its end too: nothing may start after its shop was given up. */
async function together<const T extends readonly unknown[]>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

async function sharedDatabase(atEnd: AtEnd): Promise<string> {
  const database = await createDatabase();
  atEnd(() => database.drop());
  return database.url;
}

async function ownDatabase(
  add: (name: string, launch: (logFile: string) => Promise<Running>) => Promise<void>,
  atEnd: AtEnd,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'doubletap-lab-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
  const postgres = new OwnPostgres({ folder });
  await add('postgres', (file) => postgres.start(file));
  const url = postgres.url('doubletap');
  await migrate(url);
  await seedDatabase(url);
  return url;
}

/** The processor with its books on disk, over all of its processes. */
class KeptProcessor {
  #current: TestProcessor | undefined;
  #settings: Readonly<Record<string, unknown>> = {};

  get current(): TestProcessor {
    if (this.#current === undefined) throw new Error('the processor has never been started');
    return this.#current;
  }

  async start(logFile: string): Promise<Running> {
    const again = this.#current;
    const processor = await startProcessor({ logFile, ...(again === undefined ? {} : { again }) });
    this.#current = processor;
    await processor.configure(this.#settings);
    return processor;
  }

  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    await this.current.configure(settings);
  }
}
