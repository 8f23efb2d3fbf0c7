import path from 'node:path';
import { buildWhenStale, isBuildStale } from './build';
import { generateClient } from './client';
import { Complaint, runCommand } from './complaint';
import { demoSecret } from './demo-secrets';
import { type RunSettings, readRunSettings } from './environment';
import { migrate } from './migrate';
import { demoPostgres } from './postgres/clusters';
import { startPostgres } from './postgres/server';
import { checkBeforeStart } from './preflight';
import {
  address,
  demoSecretKey,
  demoWebhookSecret,
  launchStore,
  processorGraceMs,
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

async function startProcessor(run: Run, settings: RunSettings): Promise<string> {
  const processor = await run.step('Card processor', async () => {
    const started = await startProcessorProcess({
      host: settings.host,
      port: settings.processorPort,
      dataFolder: settings.processorDataFolder,
      env: {
        ...process.env,
        PROCESSOR_WEBHOOK_URL: `${address(settings.host, settings.port)}/api/webhooks/stripe`,
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

async function startStore(
  run: Run,
  mode: 'start' | 'dev',
  settings: RunSettings,
  env: Variables,
): Promise<string> {
  return run.step('Store', async () => {
    const store = launchStore({
      mode,
      host: settings.host,
      port: settings.port,
      env: { ...process.env, ...env },
      logFile: path.join(logRoot, 'store.log'),
    });
    run.atEnd(async () => void (await store.child.stop(storeGraceMs)));
    run.watch(store.child);
    await waitForStore(store, run.signal);
    return store.url;
  });
}

async function startWorker(run: Run, env: Variables): Promise<void> {
  await run.step('Worker', async () => {
    const worker = await startWorkerProcess({ ...process.env, ...env }, path.join(logRoot, 'worker.log'));
    run.atEnd(async () => void (await worker.stop(workerGraceMs)));
    run.watch(worker);
  });
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

  const processorUrl = settings.usesStripe ? undefined : await startProcessor(run, settings);
  const env = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: settings.sessionSecret ?? demoSecret('session-secret'),
    // Someone who sets an address has put something in between, such as a proxy.
    STRIPE_API_BASE: settings.processorApiBase ?? processorUrl,
    ...(settings.usesStripe
      ? {}
      : {
          STRIPE_SECRET_KEY: demoSecretKey,
          STRIPE_WEBHOOK_SECRET: demoWebhookSecret,
          CONSOLE_TOKEN: settings.consoleToken ?? demoSecret('console-token'),
          ...settings.demoLimits,
        }),
  };
  const shopUrl = await startStore(run, mode, settings, env);
  await startWorker(run, env);

  console.log(`
  Shop               ${shopUrl}
  Processor's books  ${processorUrl === undefined ? 'https://dashboard.stripe.com' : processorUrl}
  Database           ${databaseUrl}
  Logs               ${logRoot}
${settings.usesStripe ? '' : `  Operator token     ${env.CONSOLE_TOKEN}\n`}
  Ctrl-C stops all of it.`);
}

await runCommand(async () => {
  const [mode = 'start'] = process.argv.slice(2);
  if (mode !== 'start' && mode !== 'dev') throw new Complaint('Say "start" or "dev".');
  return new Run().execute((run) => setUp(run, mode));
});
