import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { connect, databaseLimits } from './database';
import { classifyDatabaseError } from './database-errors';

/** What Prisma, its adapter and the driver do when PostgreSQL stands still, and what the shop makes of it. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(() => database.drop());

it('never lets one transaction commit what another has left open on a connection that stood still', async () => {
  const prisma = connect(database.url, 1, databaseLimits(1_000));
  await prisma.$executeRaw`CREATE TABLE written (who text)`;
  let backend = 0;
  const first = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO written VALUES ('first')`;
    const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    backend = row?.pid ?? 0;
    process.kill(backend, 'SIGSTOP');
    await tx.$executeRaw`INSERT INTO written VALUES ('first, after the pause')`;
  });
  const error = await first.then(
    () => null,
    (reason: unknown) => reason,
  );
  process.kill(backend, 'SIGCONT');
  expect(classifyDatabaseError(error)).toBe('unavailable');
  await prisma.$transaction((tx) => tx.$executeRaw`INSERT INTO written VALUES ('second')`);
  expect(await prisma.$queryRaw`SELECT who FROM written`).toEqual([{ who: 'second' }]);
  await prisma.$disconnect();
});

it('takes the locks away from a process that is paused inside a transaction', async () => {
  const [paused, other] = [
    connect(database.url, 1, databaseLimits(500)),
    connect(database.url, 1, databaseLimits(5_000)),
  ];
  await other.$executeRaw`CREATE TABLE contested AS SELECT 1 AS id`;
  let gotTheLock = false;
  // Prisma's own timer would end it too, but a paused process has no timers: it is switched off here.
  const held = paused.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM contested FOR UPDATE`;
      await other.$executeRaw`SELECT 1 FROM contested FOR UPDATE`;
      gotTheLock = true;
      await tx.$executeRaw`SELECT 1`;
    },
    { timeout: 60_000 },
  );
  const error = await held.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(gotTheLock).toBe(true);
  expect(classifyDatabaseError(error)).toBe('unavailable');
  await Promise.all([paused.$disconnect(), other.$disconnect()]);
});
