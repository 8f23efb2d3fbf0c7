import { setTimeout as sleep } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import { checkPooler, prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { log, nameProcess } from '@/platform/log';
import { graceMs } from '@/platform/stopping';
import { repeat } from './loop';
import { installQueues } from './queues';
import { reapExpiredKeys, reapOldMessages } from './reaper';
import { deliverReceipt } from './receipt/receipt';
import { runLateRefunds, runReconciliation } from './reconciliation';
import { applyWaitingMessages, recoverPurchases, recoverRefunds } from './recovery';
import { runAudit } from './run-audit';

/** How often abandoned purchases and waiting messages are looked for, in milliseconds. */
const lookEveryMs = 2_000;
/** How often captures that came too late are given back: the processor may not let us at once, and is then left in peace. */
const giveBackEveryMs = 15_000;
/** So many receipts a worker takes from the queue each second. */
const receiptsAtOnce = 20;
/** Before the end, jobs that are still under way are handed back to their queues; it takes so long, in milliseconds. */
const handBackMs = 1_000;

/** How far back the audit that comes by the clock reads the processor's report; `npm run audit` reads all of it. */
const auditedMs = 2 * 24 * 60 * 60_000;

const receiptJob = z.object({ orderId: z.uuid() });

/**
 * The worker process: finishes what the store could not, and does what comes by the clock. Any number of them may run;
 * each piece of work goes to one.
 */
async function run(): Promise<void> {
  nameProcess('worker');
  await checkPooler();
  const stopping = new AbortController();
  const boss = new PgBoss({
    connectionString: env().databaseUrl,
    max: 4,
    application_name: 'doubletap-worker',
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    // How soon the job of a killed worker is noticed after its time, and given to another one.
    maintenanceIntervalSeconds: 20,
  });
  boss.on('error', (error) => log().warn({ err: error }, 'the job queue had an error'));
  await installQueues(env().databaseUrl);
  await boss.start();
  const told = toldToEnd();

  await boss.work<unknown>(
    'receipt',
    { pollingIntervalSeconds: 1, batchSize: receiptsAtOnce },
    async (jobs) => {
      const deliver = async ({ id, data }: PgBoss.Job<unknown>): Promise<void> => {
        try {
          await deliverReceipt(receiptJob.parse(data).orderId);
        } catch (error) {
          // What a batch throws fails all of it: the others are done.
          await boss.fail('receipt', id, error instanceof Error ? error : { message: String(error) });
        }
      };
      await Promise.all(jobs.map(deliver));
    },
  );
  await boss.work('reconcile', async () => {
    const { matched, findings } = await runReconciliation(new Date(), stopping.signal);
    log().info({ matched, findings: findings.length }, 'our payments were compared with the processor');
  });
  await boss.work('audit', async () => {
    const { isClean, lines } = await runAudit(new Date(Date.now() - auditedMs), stopping.signal);
    if (!isClean)
      log().error(
        { lines: lines.filter(({ brokenCount }) => brokenCount > 0), alarm: true },
        'an invariant is broken',
      );
  });
  await boss.work('reap', async () => {
    const keys = await reapExpiredKeys(stopping.signal);
    const messages = await reapOldMessages(stopping.signal);
    log().info({ keys, messages }, 'expired answers and old messages were reaped');
  });
  const loops = [
    repeat('purchases', lookEveryMs, stopping.signal, recoverPurchases),
    repeat('refunds', lookEveryMs, stopping.signal, recoverRefunds),
    repeat('inbox', lookEveryMs, stopping.signal, applyWaitingMessages),
    repeat('late refunds', giveBackEveryMs, stopping.signal, async (signal) => {
      await runLateRefunds(signal);
    }),
  ];
  console.log('worker ready');

  await told;
  stopping.abort();
  const finish = async (): Promise<'finished'> => {
    await Promise.all([...loops, boss.stop({ graceful: true, timeout: graceMs - handBackMs })]);
    await prisma().$disconnect();
    return 'finished';
  };
  const end = await Promise.race([finish(), sleep(graceMs)]);
  if (end !== 'finished')
    log().warn('the worker ends before its work: what it has claimed goes on elsewhere');
}

/** Resolves at the first signal, or when the supervisor is gone. Further ones change nothing; who cannot wait kills it. */
function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    process.once('disconnect', resolve);
  });
}

await run();
process.exit(0);
