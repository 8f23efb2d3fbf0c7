import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { inTransaction, prisma, type Tx } from './database';
import { classifyDatabaseError } from './database-errors';

/** What becomes of transactions that PostgreSQL ends in favour of others. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
  await prisma()
    .$executeRaw`CREATE TABLE contested AS SELECT id, 0 AS changes FROM generate_series(1, 2) AS id`;
});
afterAll(async () => {
  await prisma().$disconnect();
  await database.drop();
});

const change = (tx: Tx, id: number) =>
  tx.$executeRaw`UPDATE contested SET changes = changes + 1 WHERE id = ${id}`;

it('runs the victim of a deadlock again, so that both transactions are done, each once', async () => {
  let holding = 0;
  let bothHold: () => void = () => undefined;
  const met = new Promise<void>((resolve) => (bothHold = resolve));
  const runs: string[] = [];
  const crossing = (name: string, first: number, second: number) =>
    inTransaction(async (tx) => {
      runs.push(name);
      await change(tx, first);
      holding += 1;
      if (holding === 2) bothHold();
      await met;
      await change(tx, second);
    });
  await Promise.all([crossing('up', 1, 2), crossing('down', 2, 1)]);
  // The race has happened: one of the two ran twice.
  expect(runs.slice().sort()).toEqual(expect.arrayContaining(['down', 'up']));
  expect(runs).toHaveLength(3);
  const rows = await prisma().$queryRaw`SELECT id, changes FROM contested ORDER BY id`;
  expect(rows).toEqual([
    { id: 1, changes: 2 },
    { id: 2, changes: 2 },
  ]);
});

it.each([['40001'], ['40P01']])(
  'runs a transaction that always ends with %s at most twice more, and has then written nothing',
  async (state) => {
    await prisma().$executeRaw`UPDATE contested SET changes = 0`;
    let runs = 0;
    const error = await inTransaction(async (tx) => {
      runs += 1;
      await change(tx, 1);
      await tx.$executeRawUnsafe(
        `DO $$ BEGIN RAISE EXCEPTION 'in favour of another' USING ERRCODE = '${state}'; END $$`,
      );
    }).catch((reason: unknown) => reason);
    expect(runs).toBe(3);
    expect(classifyDatabaseError(error)).toBe('conflict');
    expect(await prisma().$queryRaw`SELECT sum(changes)::int AS changes FROM contested`).toEqual([
      { changes: 0 },
    ]);
  },
);

it('does not run a transaction again that ended for another reason', async () => {
  let runs = 0;
  const failing = inTransaction(async () => {
    runs += 1;
    throw new Error('our own');
  });
  await expect(failing).rejects.toThrow('our own');
  expect(runs).toBe(1);
});
