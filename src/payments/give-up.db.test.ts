import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { buy } from '@/jobs/test-bench';
import { errorAfter, type WiredProcessor, wireProcessor } from '@/lab/wired-processor';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { useSettings } from '@/run/testbed/settings';

/** Giving up, in the test's own process: what is sent for it, and what is not. */
let database: TestDatabase;
let processor: TestProcessor;
let link: WiredProcessor;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
  link = await wireProcessor(processor.url);
  useSettings({ DATABASE_URL: database.url, STRIPE_API_BASE: link.url, PROCESSOR_TIMEOUT_MS: '1000' });
});
afterAll(async () => {
  await prisma().$disconnect();
  await link?.stop();
  await processor?.stop();
  await database?.drop();
});

it('sends nothing once the processor may have forgotten the key, and finds the charge in its list', async () => {
  await link.break(errorAfter);
  const { scope, key, outcome } = await buy();
  expect(outcome.kind).toBe('unknown');
  await link.mend();
  await prisma().$executeRaw`
    UPDATE idempotency_key SET created_at = now() - interval '23 hours 30 minutes' WHERE key = ${key}`;
  const sentBefore = await link.posts();
  expect(await engine().recover(payOperation(), scope, key)).toBe('settled');
  expect(await link.posts()).toBe(sentBefore);
  const { charges } = await processor.books();
  const [charge] = charges.filter(({ metadata }) => metadata.key === key);
  expect(await prisma().payment.findUniqueOrThrow({ where: { scope_key: { scope, key } } })).toMatchObject({
    status: 'captured',
    chargeId: charge?.id,
  });
});
