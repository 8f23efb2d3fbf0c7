import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewOrder } from '@/checkout/orders';
import { prisma, type Tx } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { reapExpiredKeys, reapOldMessages } from './reaper';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await prisma().$disconnect();
  await database.drop();
});

/** How many rows of a table its backend has looked at, and not told the others yet. */
async function looked(tx: Tx, table: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ rows: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables WHERE relname = ${table}`;
  return row?.rows ?? Number.NaN;
}

it('looks at none of the answers that are kept, however many', async () => {
  const kept = 20_000;
  await prisma().$executeRaw`
    INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, state, answer_status, answer_body, completed_at, expires_at)
    SELECT 's', 'o', 'many-' || n, 'f', '{}', 'completed'::key_state, 200, '{}', now(), now() + interval '1 hour' FROM generate_series(1, ${kept}) n`;
  await prisma().$executeRaw`ANALYZE idempotency_key`;
  await prisma().$transaction(async (tx) => {
    expect(await reapExpiredKeys(new AbortController().signal, tx)).toBe(0);
    // The planner looks at the ends of an index.
    expect(await looked(tx, 'idempotency_key')).toBeLessThan(10);
  });
  await prisma().$executeRaw`TRUNCATE idempotency_key`;
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

it('deletes the attempts with their key, and goes on telling how many there were', async () => {
  await prisma().$executeRaw`
    INSERT INTO shopper (id) VALUES ('00000000-0000-4000-8000-000000000001')`;
  await prisma().$executeRaw`
    INSERT INTO cart (id, shopper_id) VALUES ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001')`;
  await prisma().$executeRaw`
    INSERT INTO "order" (id, shopper_id, cart_id, status, paid_at, email, shipping_address, shipping_option_id,
                         currency, subtotal, discount, shipping, tax, total)
    VALUES ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001',
            '00000000-0000-4000-8000-000000000002', 'paid', now(), 'ada@example.com',
            '{"name":"Ada","line1":"1 Bell St","city":"Austin","postalCode":"78701","country":"US"}', 'standard', 'USD', 900, 0, 100, 0, 1000)`;
  await prisma().$executeRaw`
    INSERT INTO payment (id, order_id, status, scope, key, processor_key, amount, currency, payment_method_id, charge_id)
    VALUES ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 'captured',
            'ada', 'bought', 'p', 1000, 'USD', 'pm', 'ch')`;
  await prisma().$executeRaw`
    INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, state, answer_status, answer_body, completed_at, expires_at)
    SELECT scope, 'checkout.pay', key, 'f', '{}', 'completed'::key_state, 200, '{}', now(), now() + after
    FROM (VALUES ('ada', 'bought', interval '-1 second'), ('ada', 'later', interval '1 hour')) AS k (scope, key, after)`;
  await prisma().$executeRaw`
    INSERT INTO attempt (id, scope, operation, key, number, ending, arrived_at, input)
    SELECT gen_random_uuid(), scope, operation, key, number, 'first', now(), '{}' FROM (VALUES
      ('ada', 'checkout.pay', 'bought', 1), ('ada', 'checkout.pay', 'bought', 2), ('ada', 'checkout.pay', 'bought', 2),
      ('eve', 'checkout.pay', 'bought', 1), ('ada', 'checkout.pay', 'later', 1)) AS a (scope, operation, key, number)`;

  expect(await reapExpiredKeys(new AbortController().signal)).toBe(1);
  const left = await prisma().attempt.findMany({
    select: { scope: true, key: true },
    orderBy: { key: 'asc' },
  });
  expect(left).toEqual([
    { scope: 'eve', key: 'bought' },
    { scope: 'ada', key: 'later' },
  ]);
  const { reapedAttempts, reapedRequests } = await prisma().payment.findFirstOrThrow();
  expect([reapedAttempts, reapedRequests]).toEqual([2, 3]);
  const order = await viewOrder({ id: '00000000-0000-4000-8000-000000000003' });
  expect([order.attempts, order.requests]).toEqual([2, 3]);
});

it('deletes messages of the processor long after they were applied, never one that waits, and looks at no other', async () => {
  await prisma().$executeRaw`
    INSERT INTO processor_event (id, type, object_id, payload, received_at, applied_at, outcome)
    SELECT 'evt_' || n, 'charge.succeeded', 'ch', '{}', at, at, 'no_fact'
    FROM generate_series(1, 6000) n, LATERAL (SELECT now() - (6000 - n) * interval '10 minutes') AS times (at)`;
  await prisma().$executeRaw`
    INSERT INTO processor_event (id, type, object_id, payload, received_at)
    VALUES ('evt_waiting', 'refund.updated', 're', '{}', now() - interval '1 year')`;
  await prisma().$executeRaw`ANALYZE processor_event`;
  const young = 31 * 24 * 6;
  const { signal } = new AbortController();
  expect(await reapOldMessages(signal)).toBe(6_000 - young);
  expect(await prisma().processorEvent.count()).toBe(young + 1);
  expect(await prisma().processorEvent.count({ where: { id: 'evt_waiting' } })).toBe(1);
  await prisma().$transaction(async (tx) => {
    const before = await looked(tx, 'processor_event');
    expect(await reapOldMessages(signal, tx)).toBe(0);
    expect((await looked(tx, 'processor_event')) - before).toBeLessThan(10);
  });
});
