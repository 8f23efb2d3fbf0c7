import { once } from 'node:events';
import PgBoss from 'pg-boss';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Child } from '@/run/child';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Jobs that keep failing: they back off, end where they can be looked at, and hold up nobody else. */
let shop: TestShop;
let boss: PgBoss;
let worker: Child;

beforeAll(async () => {
  shop = await openShop(1);
  boss = new PgBoss({ connectionString: shop.databaseUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  worker = await shop.startWorker();
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

it('a receipt whose worker was killed in the middle of it is recorded once and sent by another', async () => {
  await worker.stop(20_000);
  const mails: string[] = [];
  let isHanging = true;
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _connection, done) => {
      let mail = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        mail += chunk;
      });
      stream.on('end', () => {
        mails.push(mail);
        if (!isHanging) done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const address = mailServer.server.address();
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  };

  const victim = await shop.startWorker(settings);
  const shopper = new TestShopper(shop.stores[0]?.url ?? '');
  const { 'arcade-button': product } = await shopper.products();
  const { orderId } = expectOk(await shopper.pay(await shopper.fillCart({ [product ?? '']: 1 })));
  await until('the worker is sending the mail', async () => mails.length === 1);
  victim.kill('SIGKILL');
  await victim.exited;
  isHanging = false;
  const receipt = () =>
    shop.sql<{ sent: boolean }>('SELECT sent_at IS NOT NULL AS sent FROM receipt WHERE order_id = $1', [
      orderId,
    ]);
  expect(await receipt()).toEqual([{ sent: false }]);

  // A minute in the shop; here the other worker may take it as soon as it looks.
  await shop.sql(
    "UPDATE pgboss.job SET expire_in = interval '1 second' WHERE name = 'receipt' AND state = 'active'",
  );
  worker = await shop.startWorker(settings);
  await until('another worker has sent it', async () => (await receipt())[0]?.sent === true, 50_000);
  expect(new Set(mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]))).toEqual(
    new Set([`<receipt.${String(orderId)}@doubletap.shop>`]),
  );
  expect(await receipt()).toHaveLength(1);
  await new Promise<void>((resolve) => {
    mailServer.close(() => resolve());
  });
}, 120_000);

it('does the work of the clock when its job comes: reconciliation, audit and reaping', async () => {
  await shop.sql(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, state, answer_status, answer_body, completed_at, expires_at)
     VALUES ('s', 'o', 'expired', 'f', '{}', 'completed', 200, '{}', now(), now() - interval '1 second')`,
  );
  for (const queue of ['reconcile', 'audit', 'reap']) {
    expect((await shop.operate('jobs', 'run', queue)).code).toBe(0);
  }
  const done = async (text: string): Promise<boolean> => (await shop.sql(text)).length > 0;
  await until('a reconciliation has run', () =>
    done('SELECT 1 FROM reconciliation_run WHERE finished_at IS NOT NULL'),
  );
  await until('an audit has run, and is clean', () => done('SELECT 1 FROM audit_run WHERE is_clean'));
  await until(
    'the expired key is gone',
    async () => !(await done("SELECT 1 FROM idempotency_key WHERE key = 'expired'")),
  );
  const scheduled = await shop.sql<{ name: string }>('SELECT name FROM pgboss.schedule ORDER BY name');
  expect(scheduled.map(({ name }) => name)).toEqual(['audit', 'reap', 'reconcile']);
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
  await shop.sql("DELETE FROM pgboss.job WHERE name = 'audit'");
  await boss.deleteQueue('audit');
  await expect(prisma().$transaction((tx) => enqueue(tx, 'audit', {}))).rejects.toThrow('there is no queue');
  await prisma().$disconnect();
});
