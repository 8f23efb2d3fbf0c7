import { Prisma } from '@prisma-client/client';
import PgBoss from 'pg-boss';
import type { Tx } from '@/platform/database';

/**
 * The queues of pg-boss and how their jobs are retried. A job that was under way when its worker was killed is given to
 * another one after `expireInSeconds`; until then a singleton blocks its queue. One that works for longer goes on, and another
 * may begin beside it, which none of them minds. A job that keeps failing backs off, ends in its dead-letter queue, and blocks
 * no other.
 */
const queues = {
  receipt_dead: { retryLimit: 0, retentionDays: 90 },
  receipt: {
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
    deadLetter: 'receipt_dead',
  },
  reap: { policy: 'singleton', retryLimit: 0, expireInSeconds: 180 },
  reconcile: { policy: 'singleton', retryLimit: 0, expireInSeconds: 180 },
  audit: { policy: 'singleton', retryLimit: 0, expireInSeconds: 180 },
} as const satisfies Record<string, Omit<PgBoss.Queue, 'name'>>;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as readonly QueueName[]; // the keys of a constant are its type

/** Where a queue's jobs end that keep failing. */
export function deadLetterOf(queue: QueueName): string | null {
  const options: Omit<PgBoss.Queue, 'name'> = queues[queue];
  return options.deadLetter ?? null;
}

/** Work that comes back by the clock; whichever worker is there does it, one at a time. */
export const schedule = [
  {
    queue: 'reap',
    cron: '*/10 * * * *',
    what: 'deletes answers whose retention is over, and old messages of the processor',
  },
  { queue: 'reconcile', cron: '*/5 * * * *', what: "compares our payments with the processor's report" },
  { queue: 'audit', cron: '*/5 * * * *', what: 'checks the invariants over the whole database' },
] as const satisfies readonly { queue: QueueName; cron: string; what: string }[];

/** Makes pg-boss's schema and the queues; it belongs to the migrations, because a job for a missing queue would be lost. */
export async function installQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  try {
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, { name, ...options });
      await boss.updateQueue(name, { name, ...options });
    }
    for (const { queue, cron } of schedule) await boss.schedule(queue, cron);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** pg-boss without a connection of its own: it never starts, everything goes through the caller's own transaction. */
let idle: PgBoss | undefined;

function idleBoss(): PgBoss {
  idle ??= new PgBoss({ db: { executeSql: () => Promise.reject(new Error('a job needs a transaction')) } });
  return idle;
}

function through(tx: Tx): { readonly db: PgBoss.Db } {
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => ({
    rows: await tx.$queryRawUnsafe<unknown[]>(text, ...values.map(asParameter)),
  });
  return { db: { executeSql } };
}

/** Enqueues a job inside the transaction whose effect it follows: both commit, or neither. Throws when there is no such queue. */
export async function enqueue(tx: Tx, queue: QueueName, data: object): Promise<void> {
  requireEnqueued(queue, await idleBoss().send(queue, data, through(tx)));
}

/**
 * The INSERT that enqueues a job, as part of a statement of the caller's, beside what the job follows. It returns the job's id;
 * that must be given to {@link requireEnqueued}.
 */
export async function enqueuing(queue: QueueName, data: object): Promise<Prisma.Sql> {
  let insert = Prisma.empty;
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => {
    const parts = text.split(/\$(\d+)/); // every second one is the place of a value
    const places = parts.filter((_, index) => index % 2 === 1);
    insert = Prisma.sql(
      parts.filter((_, index) => index % 2 === 0),
      ...places.map((place) => asParameter(values[Number(place) - 1])),
    );
    return { rows: [] };
  };
  await idleBoss().send(queue, data, { db: { executeSql } });
  return insert;
}

/** Throws when the queue does not exist, because pg-boss would say nothing and the job would be lost. */
export function requireEnqueued(queue: QueueName, id: unknown): void {
  if (typeof id !== 'string') throw new Error(`there is no queue ${queue}`);
}

/** Dead letters that are sent again in one transaction. */
const redrivenAtOnce = 100;

/**
 * Sends a queue's dead letters again, at most a hundred, and returns how many. Each is sent and ticked off in one transaction: none is
 * lost, and none goes twice, also when two operators do it at once.
 */
export async function redrive(tx: Tx, queue: QueueName): Promise<number> {
  const dead = deadLetterOf(queue);
  if (dead === null) return 0;
  const jobs = await idleBoss().fetch<object>(dead, { batchSize: redrivenAtOnce, ...through(tx) });
  for (const { id, data } of jobs) {
    await enqueue(tx, queue, data);
    await idleBoss().complete(dead, id, {}, through(tx));
  }
  return jobs.length;
}

function asParameter(value: unknown): unknown {
  const isDocument =
    typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
  return isDocument ? JSON.stringify(value) : (value ?? null);
}
