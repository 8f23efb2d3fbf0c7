import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { useSettings } from '@/run/testbed/settings';
import { startStore } from '@/run/testbed/store';
import { connect, databaseLimits } from './database';
import { classifyDatabaseError } from './database-errors';

// What a process does that is told of a pooler: no limit goes along with its connections. PostgreSQL itself stands in for the
// pooler, whose connections have what their role has; `npm run machines` does the same through PgBouncer.

let database: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.drop();
});

const limits = databaseLimits(1_000);

/** Does what the refusal asks an operator to do. */
async function obey(message: string): Promise<void> {
  const commands = message.match(/ALTER ROLE [^;]+;/g) ?? [];
  expect(commands).toHaveLength(3);
  for (const command of commands) await admin.query(command);
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

it('gives no connection without limits to anybody, and ends a blocked statement once the role has them', async () => {
  const unlimited = connect(database.url, 2, limits, true);
  const refused = await failureOf(unlimited.$queryRaw`SELECT 1`);
  expect(String(refused)).toContain('lack time limits');
  await unlimited.$disconnect();
  await obey(String(refused));

  const limited = connect(database.url, 2, limits, true);
  await admin.query('BEGIN');
  await admin.query('SELECT 1 FROM product FOR UPDATE');
  const alone = await failureOf(limited.$executeRaw`UPDATE product SET stock = stock`);
  const inside = await failureOf(
    limited.$transaction((tx) => tx.$executeRaw`UPDATE product SET stock = stock`),
  );
  await admin.query('ROLLBACK');
  for (const error of [alone, inside]) {
    expect(String(error)).toContain('55P03'); // PostgreSQL's lock timeout, and not the driver's patience
    expect(classifyDatabaseError(error)).toBe('unavailable');
  }
  await limited.$disconnect();
});

it('is refused where the role allows more than the process does', async () => {
  await admin.query(
    `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(database.url).pathname.slice(1)} SET lock_timeout = '1h'`,
  );
  const prisma = connect(database.url, 1, limits, true);
  expect(String(await failureOf(prisma.$queryRaw`SELECT 1`))).toContain(
    `lock_timeout = '${limits.lockTimeoutMs}ms'`,
  );
  await prisma.$disconnect();
});

it('a store whose pooler has no limits says what is to be done, and does not start', async () => {
  let processor: TestProcessor | undefined;
  try {
    processor = await startProcessor();
    const env = { DATABASE_POOLER_URL: database.url };
    const request = { databaseUrl: database.url, processorUrl: processor.url, env };
    const refusal = String(await failureOf(startStore(request)));
    expect(refusal).toContain('has ended by itself (code 1)');
    await obey(refusal);
    const store = await startStore(request);
    await store.stop();
  } finally {
    await processor?.stop();
  }
});
