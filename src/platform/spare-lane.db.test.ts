import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { readAside } from './spare-lane';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(() => database.drop());

const statement = {
  text: 'SELECT count(*)::int AS count FROM idempotency_key WHERE key = $1',
  values: ['none'],
};

it('fails quickly for everybody when even the spare lane is blocked, and works again afterwards', async () => {
  const locker = new pg.Client({ connectionString: database.url });
  await locker.connect();
  await locker.query('BEGIN');
  await locker.query('LOCK TABLE idempotency_key IN ACCESS EXCLUSIVE MODE');
  const startedAt = performance.now();
  const reads = await Promise.allSettled(Array.from({ length: 200 }, () => readAside(statement)));
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 'rejected'));
  await locker.query('ROLLBACK');
  await locker.end();
  expect(await readAside(statement)).toEqual([{ count: 0 }]);
});
