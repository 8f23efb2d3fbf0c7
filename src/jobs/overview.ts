import { prisma } from '@/platform/database';
import { deadLetterOf, type QueueName, queueNames, schedule } from './queues';

/** The queues and their dead letters, for operators. */
export interface JobsView {
  readonly queues: readonly QueueView[];
  readonly deadLetters: readonly DeadLetter[];
}

export interface QueueView {
  readonly name: QueueName;
  readonly waiting: number;
  readonly underWay: number;
  /** When a job of it ended well for the last time, as far as ended jobs are kept. */
  readonly lastDoneAt: string | null;
  /** When it comes by the clock, and what is done then; null for work that comes by itself. */
  readonly schedule: { readonly cron: string; readonly what: string } | null;
  /** Where its jobs end that keep failing. */
  readonly deadLetterQueue: string | null;
}

/** A job that kept failing. */
export interface DeadLetter {
  readonly id: string;
  /** Where it can be sent again to. */
  readonly queue: QueueName;
  readonly data: unknown;
  readonly diedAt: string;
  /** What it said at last. */
  readonly output: unknown;
}

const mostDeadLetters = 200;

/** Reads pg-boss's own table: each of the two statements sees one moment of it. */
export async function readJobs(): Promise<JobsView> {
  const counts = await prisma().$queryRaw<
    { name: string; waiting: number; under_way: number; last_done_at: Date | null }[]
  >`
    SELECT name, (count(*) FILTER (WHERE state < 'active'))::int AS waiting,
           (count(*) FILTER (WHERE state = 'active'))::int AS under_way,
           max(completed_on) FILTER (WHERE state = 'completed') AS last_done_at
    FROM pgboss.job WHERE name = ANY(${queueNames}) GROUP BY name`;
  const byName = new Map(counts.map((row) => [row.name, row]));
  const queues = queueNames.map((name): QueueView => {
    const row = byName.get(name);
    const scheduled = schedule.find(({ queue }) => queue === name);
    return {
      name,
      waiting: row?.waiting ?? 0,
      underWay: row?.under_way ?? 0,
      lastDoneAt: row?.last_done_at?.toISOString() ?? null,
      schedule: scheduled ? { cron: scheduled.cron, what: scheduled.what } : null,
      deadLetterQueue: deadLetterOf(name),
    };
  });
  return { queues, deadLetters: await readDeadLetters() };
}

async function readDeadLetters(): Promise<DeadLetter[]> {
  const origins = new Map(queueNames.map((name) => [deadLetterOf(name), name]));
  const rows = await prisma().$queryRaw<
    { id: string; name: string; data: unknown; created_on: Date; output: unknown }[]
  >`
    SELECT id::text, name, data, created_on, output FROM pgboss.job
    WHERE name = ANY(${[...origins.keys()].filter((name) => name !== null)}) AND state < 'active'
    ORDER BY created_on DESC LIMIT ${mostDeadLetters}`;
  return rows.flatMap(({ id, name, data, created_on, output }) => {
    const queue = origins.get(name);
    return queue === undefined ? [] : [{ id, queue, data, output, diedAt: created_on.toISOString() }];
  });
}
