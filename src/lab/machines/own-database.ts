import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/run/migrate';
import { seedDatabase } from '@/run/seed';
import { OwnPostgres } from '../own-postgres';

/** What the shop's database is called on a server of its own. */
export const databaseName = 'doubletap';

/** A folder that every account of this machine can reach: as root, PostgreSQL runs as another user, who must get in. */
export async function makeOpenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'doubletap-machines-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Makes the shop's database on a server: migrated and seeded. */
export async function makeDatabase(server: OwnPostgres): Promise<string> {
  const url = server.url(databaseName);
  await migrate(url);
  await seedDatabase(url);
  return url;
}

/** Does something with a database on a PostgreSQL of its own, which ends afterwards, and with the server's folder. */
export async function withOwnDatabase<T>(
  logFolder: string,
  work: (databaseUrl: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeOpenFolder();
  try {
    const postgres = new OwnPostgres({ folder });
    const server = await postgres.start(path.join(logFolder, 'postgres.log'));
    try {
      return await work(await makeDatabase(postgres), folder);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One statement on a connection of its own. */
export async function runOn(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
