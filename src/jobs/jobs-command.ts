import PgBoss from 'pg-boss';
import { env } from '@/platform/env';
import { deadLetterOf, type QueueName, queueNames } from './queues';

/**
 * The operator's view of the queues: `npm run jobs` lists them with their dead letters, `npm run jobs -- redrive receipt`
 * sends a queue's dead letters again, `npm run jobs -- run reconcile` does a scheduled piece of work now.
 */
async function run([command = 'list', queue]: readonly string[]): Promise<number> {
  const boss = new PgBoss({ connectionString: env().databaseUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  try {
    if (command === 'list') return await list(boss);
    if (queue !== undefined && isQueue(queue)) {
      if (command === 'redrive') return await redrive(boss, queue);
      if (command === 'run') return await runNow(boss, queue);
    }
    console.error(`Say: list, redrive <queue>, or run <queue>. Queues: ${queueNames.join(', ')}.`);
    return 1;
  } finally {
    await boss.stop({ graceful: false });
  }
}

function isQueue(name: string): name is QueueName {
  return queueNames.some((known) => known === name);
}

async function list(boss: PgBoss): Promise<number> {
  for (const name of queueNames) {
    console.log(`${name.padEnd(14)} ${await boss.getQueueSize(name)} waiting`);
  }
  const { rows } = await boss
    .getDb()
    .executeSql(
      "SELECT name, data, created_on, output FROM pgboss.job WHERE name LIKE '%\\_dead' AND state = 'created'",
      [],
    );
  for (const { name, data, created_on: createdOn } of rows) {
    console.log(`dead letter in ${name} since ${createdOn.toISOString()}: ${JSON.stringify(data)}`);
  }
  return 0;
}

async function redrive(boss: PgBoss, queue: QueueName): Promise<number> {
  const dead = deadLetterOf(queue);
  if (dead === null) {
    console.error(`${queue} has no dead letters: its work comes back by the clock.`);
    return 1;
  }
  let redriven = 0;
  for (;;) {
    const jobs = await boss.fetch<object>(dead, { batchSize: 50 });
    if (!jobs || jobs.length === 0) break;
    for (const { id, data } of jobs) {
      // Sent before it is ticked off: a crash in between does the job twice, which jobs are made for.
      if ((await boss.send(queue, data)) === null) throw new Error(`there is no queue ${queue}`);
      await boss.complete(dead, id);
      redriven += 1;
    }
  }
  console.log(`${redriven} dead letters of ${queue} are on their way again.`);
  return 0;
}

async function runNow(boss: PgBoss, queue: QueueName): Promise<number> {
  const id = await boss.send(queue, {});
  console.log(
    id === null ? `${queue} is under way already.` : `${queue} will be done by the next free worker.`,
  );
  return 0;
}

process.exit(await run(process.argv.slice(2)));
