import PgBoss from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Jobs that keep failing: they back off, end where they can be looked at, and hold up nobody else. */
let shop: TestShop;
let boss: PgBoss;

beforeAll(async () => {
  shop = await openShop(1);
  boss = new PgBoss({ connectionString: shop.databaseUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  await shop.startWorker();
});
afterAll(async () => {
  await boss?.stop({ graceful: false });
  await shop?.stop();
});

it('a receipt that always fails ends as a dead letter, blocks no other, and can be sent again', async () => {
  const shopper = new TestShopper(shop.stores[0]?.url ?? '');
  const { 'arcade-button': product } = await shopper.products();
  const purchase = await shopper.fillCart({ [product ?? '']: 1 });
  await boss.send(
    'receipt',
    { orderId: 'not an order' },
    { retryLimit: 2, retryDelay: 1, retryBackoff: false },
  );
  const { orderId } = expectOk(await shopper.pay(purchase));
  await until('the good receipt is written', async () => {
    const written = await shop.sql('SELECT 1 FROM receipt WHERE order_id = $1', [orderId]);
    return written.length === 1;
  });
  await until('the bad one is a dead letter', async () => (await boss.getQueueSize('receipt_dead')) === 1);

  const listed = await shop.operate('jobs');
  expect(listed.lines).toContain('dead letter in receipt_dead');
  expect(listed.lines).toContain('not an order');
  const redriven = await shop.operate('jobs', 'redrive', 'receipt');
  expect([redriven.code, redriven.lines]).toEqual([0, '1 dead letters of receipt are on their way again.\n']);
  expect(await boss.getQueueSize('receipt_dead')).toBe(0);
});

it('a job inside a transaction that rolls back was never there, and one for a missing queue is an error', async () => {
  const { prisma } = await import('@/platform/database');
  const { useSettings } = await import('@/run/testbed/settings');
  const { enqueue } = await import('./queues');
  useSettings({ DATABASE_URL: shop.databaseUrl });
  const jobs = () => shop.sql("SELECT 1 FROM pgboss.job WHERE data ->> 'orderId' = 'rolled back'");
  await expect(
    prisma().$transaction(async (tx) => {
      await enqueue(tx, 'receipt', { orderId: 'rolled back' });
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  expect(await jobs()).toEqual([]);
  await boss.deleteQueue('receipt_dead');
  await expect(prisma().$transaction((tx) => enqueue(tx, 'receipt_dead', {}))).rejects.toThrow(
    'there is no queue',
  );
  await prisma().$disconnect();
});
