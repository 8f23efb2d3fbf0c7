import { rmSync } from 'node:fs';
import pg from 'pg';
import { fingerprint } from '../fingerprint';
import { migrate } from '../migrate';
import { testPostgres } from '../postgres/clusters';
import { startPostgres } from '../postgres/server';
import { projectRoot } from '../project';
import { seedDatabase } from '../seed';
import { clusterUrl, urlOf } from './database';
import { testLogFolder } from './log-files';

/** Databases of earlier runs, killed ones included, start with one of these. */
const leftovers = 'test\\_%';

function templateName(): string {
  const hash = fingerprint(
    projectRoot,
    ['prisma', 'src/jobs/queues.ts'],
    (file) => !file.startsWith('prisma/client'),
  );
  return `template_${hash.slice(0, 16)}`;
}

/** Makes the database that every test database is a copy of: migrated and seeded. An earlier one is used again. */
async function makeTemplate(server: pg.Client, serverUrl: string): Promise<string> {
  const name = templateName();
  const { rows } = await server.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE $1 OR datname LIKE 'template\\_%'",
    [leftovers],
  );
  for (const { datname } of rows) {
    if (datname !== name) await server.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  }
  if (rows.some(({ datname }) => datname === name)) return name;
  const half = `test_half_${name}`;
  await migrate(urlOf(serverUrl, half));
  await seedDatabase(urlOf(serverUrl, half));
  // The name is given last, so a template that has its name is a whole one.
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [half]);
  await server.query(`ALTER DATABASE ${half} RENAME TO ${name}`);
  return name;
}

/**
 * Starts the tests' PostgreSQL with its template database, unless whoever started us has done so. The processes
 * started from here on find it by themselves. Returns the function that ends it.
 */
export async function openCluster(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_TEMPLATE) return async () => undefined;
  const ours = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres(testPostgres);
  if (ours !== undefined) process.env.TEST_POSTGRES_URL = ours.url('postgres');
  rmSync(testLogFolder, { recursive: true, force: true });
  try {
    const server = new pg.Client({ connectionString: clusterUrl() });
    await server.connect();
    process.env.TEST_POSTGRES_TEMPLATE = await makeTemplate(server, clusterUrl());
    await server.end();
  } catch (error) {
    await ours?.stop();
    throw error;
  }
  return async () => {
    delete process.env.TEST_POSTGRES_TEMPLATE;
    if (ours === undefined) return;
    delete process.env.TEST_POSTGRES_URL;
    await ours.stop();
  };
}
