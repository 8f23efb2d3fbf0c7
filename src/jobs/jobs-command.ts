import { inTransaction } from '@/platform/database';
import { readJobs } from './overview';
import { deadLetterOf, enqueue, type QueueName, queueNames, redrive } from './queues';

/**
 * The operator's view of the queues: `npm run jobs` lists them with their dead letters, `npm run jobs -- redrive receipt`
 * sends a queue's dead letters again, `npm run jobs -- run reconcile` does a scheduled piece of work now.
 */
async function run([command = 'list', queue]: readonly string[]): Promise<number> {
  if (command === 'list') return list();
  if (queue !== undefined && isQueue(queue)) {
    if (command === 'redrive') return redriveAll(queue);
    if (command === 'run') return runNow(queue);
  }
  console.error(`Say: list, redrive <queue>, or run <queue>. Queues: ${queueNames.join(', ')}.`);
  return 1;
}

function isQueue(name: string): name is QueueName {
  return queueNames.some((known) => known === name);
}

async function list(): Promise<number> {
  const { queues, deadLetters } = await readJobs();
  for (const { name, waiting } of queues) console.log(`${name.padEnd(14)} ${waiting} waiting`);
  for (const { queue, diedAt, data } of deadLetters)
    console.log(`dead letter in ${deadLetterOf(queue)} since ${diedAt}: ${JSON.stringify(data)}`);
  return 0;
}

async function redriveAll(queue: QueueName): Promise<number> {
  if (deadLetterOf(queue) === null) {
    console.error(`${queue} has no dead letters: its work comes back by the clock.`);
    return 1;
  }
  let redriven = 0;
  for (;;) {
    const count = await inTransaction((tx) => redrive(tx, queue));
    if (count === 0) break;
    redriven += count;
  }
  console.log(`${redriven} dead letters of ${queue} are on their way again.`);
  return 0;
}

async function runNow(queue: QueueName): Promise<number> {
  await inTransaction((tx) => enqueue(tx, queue, {}));
  console.log(`${queue} will be done by the next free worker.`);
  return 0;
}

process.exit(await run(process.argv.slice(2)));
