import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList, SchemaContainer } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { Complaint } from './complaint';
import { inProject } from './project';
import { withSchemaEngine } from './schema-engine';

const everything = { externalTables: [], externalEnums: [] };

/** The folder that holds schema.prisma and migrations/. */
const prismaFolder = inProject('prisma');

async function readSchema(folder: string): Promise<SchemaContainer> {
  const file = path.join(folder, 'schema.prisma');
  return { path: file, content: await readFile(file, 'utf8') };
}

async function readMigrations(folder: string): Promise<MigrationList> {
  const baseDir = path.join(folder, 'migrations');
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}

/** Creates the database that the address names, unless the server has it. */
export async function createMissingDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    const isMissing = error instanceof pg.DatabaseError && error.code === '3D000';
    if (!isMissing) throw unreachable(databaseUrl, error);
    const url = new URL(databaseUrl);
    const name = decodeURIComponent(url.pathname.slice(1));
    url.pathname = '/postgres';
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    try {
      // Not "IF NOT EXISTS": PostgreSQL has none, and two that see it missing at once would both create it.
      await owner.query("SELECT pg_advisory_lock(hashtext('doubletap databases'))");
      const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (rowCount === 0) await owner.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    } finally {
      await owner.end();
    }
  }
}

function edited(names: readonly string[], databaseUrl: string): Complaint {
  const { host, pathname } = new URL(databaseUrl);
  return new Complaint(
    `${names.join(', ')} has been changed since it was applied to the database ${pathname.slice(1)} at ${host}. Undo the change and write a new migration; or, if its data may go, begin with a new database.`,
  );
}

function unreachable(databaseUrl: string, error: unknown): Complaint {
  const { host, pathname } = new URL(databaseUrl);
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new Complaint(
    `The database ${pathname.slice(1)} at ${host} cannot be reached (${reason}). Check DATABASE_URL, or leave it unset to use the built-in PostgreSQL.`,
  );
}

/**
 * Runs in the transaction of each migration: its row says "finished" exactly when its changes are there. The engine
 * writes that afterwards, and a process killed in between would leave a database that no later run may touch.
 */
const recordInSameTransaction = `
DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = clock_timestamp()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $$`;

/** A migration that is not recorded as finished has left nothing, so it may be tried again. */
const forgiveUnfinished = `
DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $$`;

/**
 * Brings a database up to the last migration, creating it when it does not exist, and returns the names of what it
 * applied. Each migration is one transaction, so its SQL must be able to run in one. Keeps Prisma's own
 * `_prisma_migrations` table, so `prisma migrate deploy` agrees with it elsewhere. Several processes may call it at
 * once: one applies, the others find it done. A migration that was changed after it had been applied is refused.
 */
export async function migrate(databaseUrl: string, folder = prismaFolder): Promise<readonly string[]> {
  await createMissingDatabase(databaseUrl);
  const [schema, migrationsList] = await Promise.all([readSchema(folder), readMigrations(folder)]);
  const guard = new pg.Client({ connectionString: databaseUrl });
  await guard.connect();
  try {
    await guard.query("SELECT pg_advisory_lock(hashtext('doubletap migrations'))");
    await guard.query(forgiveUnfinished);
    const settings = {
      connectionString: databaseUrl,
      schema: schema.content,
      epilogue: recordInSameTransaction,
    };
    return await withSchemaEngine(settings, async (engine) => {
      const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: everything,
      });
      if (editedMigrationNames.length > 0) throw edited(editedMigrationNames, databaseUrl);
      const output = await engine.applyMigrations({ migrationsList, filters: everything });
      return output.appliedMigrationNames;
    });
  } finally {
    await guard.end();
  }
}

/**
 * The SQL that leads from the migrations to schema.prisma: empty when they agree. The migrations are replayed in a
 * scratch database on the server of `databaseUrl`, whose role must be allowed to create one.
 */
export async function migrationSqlStillMissing(databaseUrl: string, folder = prismaFolder): Promise<string> {
  const [schema, migrations] = await Promise.all([readSchema(folder), readMigrations(folder)]);
  return withSchemaEngine({ connectionString: databaseUrl, schema: schema.content }, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: everything,
    });
    const isEmpty = stdout === null || stdout.trim() === '' || stdout.includes('This is an empty migration');
    return isEmpty ? '' : stdout;
  });
}
