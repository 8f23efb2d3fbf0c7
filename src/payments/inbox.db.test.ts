import { afterAll, beforeAll, expect, it } from 'vitest';
import { buy } from '@/jobs/test-bench';
import { errorAfter, type WiredProcessor, wireProcessor } from '@/lab/wired-processor';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { useSettings } from '@/run/testbed/settings';
import { applyMessage } from './webhooks';

/** What is remembered of the processor's messages, in the test's own process: a message and its effect are one. */
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

it('does not remember a message whose effect failed: its redelivery has the effect, and a third one has none', async () => {
  await link.break(errorAfter);
  const { scope, key, outcome } = await buy();
  expect(outcome.kind).toBe('unknown');
  const { charges } = await processor.books();
  const objectId = charges.find(({ metadata }) => metadata.key === key)?.paymentIntent ?? '';
  const message = { id: `evt_of_${objectId}`, type: 'payment_intent.succeeded', objectId, payload: '{}' };
  const statusOf = async () =>
    (await prisma().payment.findUniqueOrThrow({ where: { scope_key: { scope, key } } })).status;

  await prisma().$executeRawUnsafe('ALTER TABLE ledger_entry ADD CONSTRAINT held CHECK (false) NOT VALID');
  await expect(applyMessage(message)).rejects.toThrow('held');
  await prisma().$executeRawUnsafe('ALTER TABLE ledger_entry DROP CONSTRAINT held');
  expect(await prisma().processorEvent.count({ where: { id: message.id } })).toBe(0);
  expect(await statusOf()).toBe('in_doubt');

  expect(await applyMessage(message)).toBe('settled');
  expect(await statusOf()).toBe('captured');
  expect(await applyMessage(message)).toBe('repeated');
});
