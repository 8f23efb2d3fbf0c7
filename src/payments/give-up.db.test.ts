import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { buy } from '@/jobs/test-bench';
import { prisma } from '@/platform/database';
import { type BrokenLink, openBrokenLink } from '@/run/testbed/broken-link';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { useSettings } from '@/run/testbed/settings';

/** Giving up, in the test's own process: what is sent for it, and what is not. */
let database: TestDatabase;
let processor: TestProcessor;
let link: BrokenLink;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
  link = await openBrokenLink(processor.url);
  useSettings({ DATABASE_URL: database.url, STRIPE_API_BASE: link.url, PROCESSOR_TIMEOUT_MS: '1000' });
});
afterAll(async () => {
  await prisma().$disconnect();
  await link?.close();
  await processor?.stop();
  await database?.drop();
});

it('sends nothing once the processor may have forgotten the key, and finds the charge in its list', async () => {
  link.break(() => 'error_after');
  const { scope, key, outcome } = await buy();
  expect(outcome.kind).toBe('unknown');
  link.break(() => 'none');
  await prisma().$executeRaw`
    UPDATE idempotency_key SET created_at = now() - interval '23 hours 30 minutes' WHERE key = ${key}`;
  const sentBefore = link.seen.length;
  expect(await engine().recover(payOperation(), scope, key)).toBe('settled');
  expect(link.seen.length).toBe(sentBefore);
  const { charges } = await processor.books();
  const [charge] = charges.filter(({ metadata }) => metadata.key === key);
  expect(await prisma().payment.findUniqueOrThrow({ where: { scope_key: { scope, key } } })).toMatchObject({
    status: 'captured',
    chargeId: charge?.id,
  });
});
