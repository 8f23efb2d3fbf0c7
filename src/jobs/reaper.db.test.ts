import { afterAll, beforeAll, expect, it } from 'vitest';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { reapExpiredKeys } from './reaper';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await prisma().$disconnect();
  await database.drop();
});

it('deletes expired answers in batches, and never a key that is not resolved', async () => {
  await prisma().$executeRaw`
    INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, state, answer_status, answer_body, completed_at, expires_at)
    SELECT 's', 'o', 'expired-' || n, 'f', '{}', 'completed'::key_state, 200, '{}', now(), now() - interval '1 second' FROM generate_series(1, 2500) n
    UNION ALL SELECT 's', 'o', 'kept-' || n, 'f', '{}', 'completed'::key_state, 200, '{}', now(), now() + interval '1 hour' FROM generate_series(1, 3) n`;
  await prisma().$executeRaw`
    INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, lease_until, expires_at)
    VALUES ('s', 'o', 'unresolved', 'f', '{}', now() - interval '2 days', now() - interval '1 day')`;
  const { signal } = new AbortController();
  const reaped = await Promise.all([reapExpiredKeys(signal), reapExpiredKeys(signal)]);
  expect(reaped.reduce((sum, one) => sum + one)).toBe(2_500);
  const left = await prisma().idempotencyKey.findMany({ select: { key: true }, orderBy: { key: 'asc' } });
  expect(left.map(({ key }) => key)).toEqual(['kept-1', 'kept-2', 'kept-3', 'unresolved']);
});
