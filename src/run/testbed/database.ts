import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Drops it, ending whatever is still connected. */
  drop(): Promise<void>;
}

/** The address of the tests' server, as its starter left it. */
export function clusterUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url)
    throw new Error('The tests need their PostgreSQL: run them with npm test, or with npm run test:db.');
  return url;
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, databaseName: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  return url.href;
}

async function onServer(sql: string): Promise<void> {
  const server = new pg.Client({ connectionString: clusterUrl() });
  await server.connect();
  try {
    await server.query(sql);
  } finally {
    await server.end();
  }
}

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)}`);
  return {
    url: urlOf(clusterUrl(), name),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A migrated and seeded database of the caller's own. Databases that are not dropped go with the next run. */
export function createDatabase(): Promise<TestDatabase> {
  const template = process.env.TEST_POSTGRES_TEMPLATE;
  if (!template) throw new Error('The tests need their template database: run them with npm run test:db.');
  return create(template);
}

/** A database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0');
}
