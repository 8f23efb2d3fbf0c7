import path from 'node:path';
import { buildWhenStale, isBuildStale } from './build';
import type { Child } from './child';
import { generateClient } from './client';
import { Complaint, runCommand } from './complaint';
import { demoSecret } from './demo-secrets';
import { type DemoWire, startDemoWire } from './demo-wire';
import { type RunSettings, readRunSettings } from './environment';
import { migrate } from './migrate';
import { freePort } from './port';
import { demoPostgres } from './postgres/clusters';
import { startPostgres } from './postgres/server';
import { checkBeforeStart } from './preflight';
import {
  address,
  demoSecretKey,
  demoWebhookSecret,
  labGraceMs,
  launchStore,
  processorGraceMs,
  startLabProcess,
  startProcessorProcess,
  startWorkerProcess,
  storeGraceMs,
  waitForStore,
  workerGraceMs,
} from './processes';
import { logRoot } from './project';
import { Run } from './run';
import { seedDatabase } from './seed';
import type { Variables } from './variables';

const upToDate = (didSomething: boolean) => (didSomething ? '' : 'up to date');

/** The built-in PostgreSQL, or the one that DATABASE_URL names. */
async function openDatabase(run: Run, databaseUrl: string | undefined): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const postgres = await run.step('PostgreSQL', async () => {
    const started = await startPostgres(demoPostgres);
    run.atEnd(started.stop);
    run.watch(started.child);
    return started;
  });
  for (const remark of postgres.remarks) console.log(`    ${remark}`);
  return postgres.url(demoPostgres.databaseName);
}

async function startProcessor(run: Run, settings: RunSettings, webhookUrl: string): Promise<string> {
  const processor = await run.step('Card processor', async () => {
    const started = await startProcessorProcess({
      host: settings.host,
      port: settings.processorPort,
      dataFolder: settings.processorDataFolder,
      env: {
        ...process.env,
        PROCESSOR_WEBHOOK_URL: webhookUrl,
        PROCESSOR_WEBHOOK_SECRET: demoWebhookSecret,
      },
      logFile: path.join(logRoot, 'processor.log'),
    });
    run.atEnd(async () => void (await started.child.stop(processorGraceMs)));
    run.watch(started.child);
    return started;
  });
  return processor.url;
}

/** A process's settings, and what is done each time it was started. */
interface Place {
  readonly env: Variables;
  started(child: Child): Promise<void>;
}

function startStore(
  run: Run,
  mode: 'start' | 'dev',
  site: { readonly host: string; readonly port: number },
  { env, started }: Place,
): Promise<void> {
  const settings = {
    mode,
    ...site,
    env: { ...process.env, ...env },
    logFile: path.join(logRoot, 'store.log'),
  };
  const launch = () => launchStore(settings).child;
  const ready = async (child: Child): Promise<void> => {
    await waitForStore({ child, url: address(site.host, site.port) }, run.signal);
    await started(child);
  };
  return run.step('Store', () => run.keep({ launch, ready, graceMs: storeGraceMs }));
}

function startWorker(run: Run, { env, started }: Place): Promise<void> {
  const launch = () => startWorkerProcess({ ...process.env, ...env }, path.join(logRoot, 'worker.log'));
  return run.step('Worker', () => run.keep({ launch, ready: started, graceMs: workerGraceMs }));
}

/** What the store and the worker are started with. */
interface Shop {
  /** Where the store itself listens. */
  readonly site: { readonly host: string; readonly port: number };
  readonly store: Place;
  readonly worker: Place;
  /** Lets shoppers in, once the store is ready. */
  open(): Promise<void>;
  /** What a person wants to know of it. */
  readonly lines: Readonly<Record<string, string>>;
}

/** The shop with an account at Stripe: its settings come from the environment alone. */
function atStripe({ host, port }: RunSettings, databaseUrl: string): Shop {
  const place: Place = { env: { DATABASE_URL: databaseUrl }, started: async () => undefined };
  return {
    ...{ site: { host, port }, store: place, worker: place, open: async () => undefined },
    lines: { "Processor's books": 'https://dashboard.stripe.com' },
  };
}

const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

interface LabSites {
  readonly wire: DemoWire;
  readonly databaseUrl: string;
  readonly processorUrl: string;
}

/** The laboratory, which looks at the demo's own shop past the wire. Without it the shop goes on, so it may end. */
async function startLab(run: Run, { wire, databaseUrl, processorUrl }: LabSites): Promise<string> {
  const { child, url } = await startLabProcess({
    port: 0,
    env: {
      ...process.env,
      LAB_WIRE_URL: wire.url,
      LAB_DATABASE_URL: databaseUrl,
      LAB_PROCESSOR_URL: processorUrl,
    },
    logFile: path.join(logRoot, 'laboratory.log'),
  });
  run.atEnd(async () => void (await child.stop(labGraceMs)));
  return url;
}

/** The shop with the simulator, and with a wire between any two of its processes. */
async function demo(run: Run, settings: RunSettings, databaseUrl: string): Promise<Shop> {
  const { host, port } = settings;
  const wire = await run.step('Wire', () => startDemoWire(run));
  const storeSite = { host: '127.0.0.1', port: await freePort() };
  const storeUrl = address(storeSite.host, storeSite.port);
  const webhooksAt = await wire.open({
    ...{ name: 'processor-shop', from: 'processor', to: 'store', target: storeUrl },
  });
  const processorUrl = await startProcessor(run, settings, `${webhooksAt}/api/webhooks/stripe`);
  // Whoever reaches the laboratory can break the shop and end its processes: it is for this machine alone.
  const lab = loopbackHosts.includes(host)
    ? await run.step('Laboratory', () => startLab(run, { wire, databaseUrl, processorUrl }))
    : undefined;
  const consoleToken = settings.consoleToken ?? demoSecret('console-token');
  const place = async (from: 'store' | 'worker'): Promise<Place> => ({
    env: {
      // A server of somebody's own may want its connections encrypted, which nothing can stand between.
      DATABASE_URL:
        settings.databaseUrl ??
        (await wire.open({ name: 'shop-database', from, to: 'postgres', target: databaseUrl })),
      PUBLIC_URL: settings.publicUrl ?? address(host, port),
      SESSION_SECRET: settings.sessionSecret ?? demoSecret('session-secret'),
      // Someone who sets an address has put something in between, such as a proxy.
      STRIPE_API_BASE:
        settings.processorApiBase ??
        (await wire.open({ name: 'shop-processor', from, to: 'processor', target: processorUrl })),
      STRIPE_PUBLIC_API_BASE: settings.processorPublicApiBase ?? settings.processorApiBase ?? processorUrl,
      STRIPE_SECRET_KEY: demoSecretKey,
      STRIPE_WEBHOOK_SECRET: demoWebhookSecret,
      CONSOLE_TOKEN: consoleToken,
      LAB_URL: lab,
      ...settings.demoLimits,
    },
    started: ({ pid }) => wire.register(from, pid),
  });
  return {
    site: storeSite,
    store: await place('store'),
    worker: await place('worker'),
    open: async () => {
      const listen = { host, port };
      await wire.open({ name: 'browser-shop', from: 'browser', to: 'store', target: storeUrl, listen });
    },
    lines: {
      ...(lab !== undefined && { Laboratory: `${address(host, port)}/lab` }),
      "Processor's books": processorUrl,
      Wire: wire.url,
      'Operator token': consoleToken,
    },
  };
}

async function setUp(run: Run, mode: 'start' | 'dev'): Promise<void> {
  const settings = readRunSettings();
  const release = await checkBeforeStart(settings);
  run.atEnd(async () => release());
  console.log('Doubletap\n');

  await run.step('Prisma client', generateClient, upToDate);
  const databaseUrl = await openDatabase(run, settings.databaseUrl);
  await run.step(
    'Migrations',
    () => migrate(databaseUrl),
    (applied) => (applied.length === 0 ? 'up to date' : `${applied.length} applied`),
  );
  await run.step('Catalogue', () => seedDatabase(databaseUrl));
  if (mode === 'start') {
    const name = isBuildStale() ? 'Production build, about a minute' : 'Production build';
    await run.step(name, () => buildWhenStale(run.signal), upToDate);
  }

  const shop = settings.usesStripe ? atStripe(settings, databaseUrl) : await demo(run, settings, databaseUrl);
  await startStore(run, mode, shop.site, shop.store);
  await startWorker(run, shop.worker);
  await shop.open();

  const lines = {
    Shop: address(settings.host, settings.port),
    ...shop.lines,
    Database: databaseUrl,
    Logs: logRoot,
  };
  console.log(`
${Object.entries(lines)
  .map(([name, value]) => `  ${name.padEnd(18)} ${value}\n`)
  .join('')}
  Ctrl-C stops all of it.`);
}

await runCommand(async () => {
  const [mode = 'start'] = process.argv.slice(2);
  if (mode !== 'start' && mode !== 'dev') throw new Complaint('Say "start" or "dev".');
  return new Run().execute((run) => setUp(run, mode));
});
