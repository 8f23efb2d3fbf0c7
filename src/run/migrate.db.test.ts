import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrationSqlStillMissing } from './migrate';
import { createEmptyDatabase, type TestDatabase } from './testbed/database';

const schema = `
generator client {
  provider = "prisma-client"
  output   = "./client"
}

datasource db {
  provider = "postgresql"
}

model Cart {
  id      String @id
  shopper String
  state   String
  @@map("cart")
}
`;

const table = `
CREATE TABLE "cart" (
  "id" TEXT NOT NULL,
  "shopper" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);`;

/** What a schema of Prisma's cannot say. */
const guards = `
ALTER TABLE cart ADD CONSTRAINT known_state CHECK (state IN ('open', 'ordered'));
CREATE UNIQUE INDEX one_open_cart ON cart (shopper) WHERE state = 'open';
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'never; not once';
END;
$$;
CREATE TRIGGER never_deleted BEFORE DELETE ON cart FOR EACH ROW EXECUTE FUNCTION refuse();`;

let folder = '';
let database: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'doubletap-migrate-'));
  mkdirSync(path.join(folder, 'migrations'));
  writeFileSync(path.join(folder, 'schema.prisma'), schema);
  addMigration('1_table', table);
  addMigration('2_guards', guards);
  database = await createEmptyDatabase();
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function addMigration(name: string, sql: string): void {
  mkdirSync(path.join(folder, 'migrations', name), { recursive: true });
  writeFileSync(path.join(folder, 'migrations', name, 'migration.sql'), sql);
}

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

describe('migrate', () => {
  it('applies every migration once, in order, also when several processes come at once', async () => {
    const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
    expect(applied.flat()).toEqual(['1_table', '2_guards']);
    expect(await migrate(database.url, folder)).toEqual([]);
    expect(await tables()).toEqual(['_prisma_migrations', 'cart']);
  });

  it('creates the database when the server has none of that name', async () => {
    await database.drop();
    expect(await migrate(database.url, folder)).toHaveLength(2);
  });

  it('leaves nothing of a migration that fails, and takes it once it is put right', async () => {
    addMigration('3_broken', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(migrate(database.url, folder)).rejects.toThrow(/division by zero/);
    expect(await tables()).not.toContain('half');

    addMigration('3_broken', 'CREATE TABLE half (id int);');
    expect(await migrate(database.url, folder)).toEqual(['3_broken']);
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate(database.url, folder);
    addMigration('1_table', `${table}\nCREATE TABLE late (id int);`);
    await expect(migrate(database.url, folder)).rejects.toThrow(/^1_table has been changed since/);
    expect(await tables()).not.toContain('late');
  });
});

describe('the difference between migrations and schema', () => {
  it('is empty when they agree, whatever guards the migrations add', async () => {
    expect(await migrationSqlStillMissing(database.url, folder)).toBe('');
    expect(await tables()).toEqual([]);
  });

  it('is the SQL for a column that only the schema has', async () => {
    writeFileSync(path.join(folder, 'schema.prisma'), schema.replace('state ', 'note String?\n  state '));
    expect(await migrationSqlStillMissing(database.url, folder)).toContain('ADD COLUMN     "note" TEXT');
  });

  it('shows a table that only the migrations make', async () => {
    addMigration('3_stray', 'CREATE TABLE stray (id int PRIMARY KEY);');
    expect(await migrationSqlStillMissing(database.url, folder)).toContain('DROP TABLE "stray"');
  });
});
