import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, prisma } from '@/platform/database';
import { log } from '@/platform/log';
import { systemClock } from '@/retry';

/** One request that carried a key, as it was answered. */
export interface AttemptRecord {
  readonly scope: string;
  readonly operation: string;
  readonly key: string;
  /** The caller's `X-Attempt`. */
  readonly number: number;
  /** How it came by its answer (`first`, `joined`, `replayed`, `took_over`), or the reason it was given. */
  readonly ending: string;
  /** When it came to the door of the shop. */
  readonly arrivedAt: Date;
  /** From then until it had its answer, in milliseconds. */
  readonly durationMs: number;
  /** What it brought, as canonical JSON, where its key belongs to another input; else null. */
  readonly input: string | null;
}

interface Waiting extends AttemptRecord {
  readonly id: string;
  readonly process: string;
}

/** The longest input that is kept of an attempt, in characters: a purchase has about one thousand. */
const maxInputLength = 8_192;

/** Which of the stores this is, for people who look. */
const thisProcess = `${hostname()}:${process.pid}`;

/** In a crowd records are gathered for so long, in milliseconds, to go in one statement. The first one goes at once. */
const gatherMs = 100;
let lastWrittenAt = Number.NEGATIVE_INFINITY;

let waiting: Waiting[] = [];
let writing: Promise<void> | undefined;

/**
 * Records an attempt after it was answered. Records of one moment go together in one statement, so the pay path does
 * not feel it; a crash may lose the last few, which no decision ever reads.
 */
export function recordAttempt(attempt: AttemptRecord): Promise<void> {
  const input = attempt.input !== null && attempt.input.length > maxInputLength ? null : attempt.input;
  waiting.push({ ...attempt, input, id: newId(), process: thisProcess });
  writing ??= write().finally(() => {
    writing = undefined;
  });
  return writing;
}

async function write(): Promise<void> {
  while (waiting.length > 0) {
    const early = lastWrittenAt + gatherMs - systemClock.now();
    if (early > 0) await sleep(early);
    lastWrittenAt = systemClock.now();
    const batch = waiting;
    waiting = [];
    try {
      await insert(batch);
    } catch (error) {
      log().warn({ err: error, lost: batch.length }, 'attempts could not be recorded');
    }
  }
}

/**
 * Raw, because of `unnest`: a list for each column is a sixth of the work of a value for each field of each row. Its commit waits for
 * no disk and no standby, so that none of those that purchases wait for stands behind it.
 */
function insert(batch: readonly Waiting[]): Promise<number> {
  const column = <Name extends keyof Waiting>(name: Name) => batch.map((attempt) => attempt[name]);
  const arrivals = batch.map(({ arrivedAt }) => arrivedAt.toISOString());
  return prisma().$executeRaw`
    WITH hurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO attempt (id, scope, operation, key, number, ending, arrived_at, duration_ms, process, input)
    SELECT attempt.* FROM hurried, unnest(
      ${column('id')}::uuid[], ${column('scope')}::text[], ${column('operation')}::text[], ${column('key')}::text[],
      ${column('number')}::int[], ${column('ending')}::text[], ${arrivals}::timestamptz[],
      ${column('durationMs')}::int[], ${column('process')}::text[], ${column('input')}::text[]) AS attempt`;
}

/**
 * How many attempts of a purchase arrived, and in how many requests: browsers repeat a request by themselves. What is
 * reaped already is counted with the payment.
 */
export async function countAttempts(
  scope: string,
  operation: string,
  key: string,
  reaped: { readonly attempts: number; readonly requests: number },
): Promise<{ attempts: number; requests: number }> {
  await writing;
  const [counts] = await prisma().$queryRaw<{ attempts: number; requests: number }[]>`
    SELECT count(DISTINCT number)::int AS attempts, count(*)::int AS requests
    FROM attempt WHERE scope = ${scope} AND operation = ${operation} AND key = ${key}`;
  const { attempts, requests } = counts ?? { attempts: 0, requests: 0 };
  // Numbers of attempts may come again after the reaping, requests never do.
  return { attempts: Math.max(attempts, reaped.attempts), requests: requests + reaped.requests };
}
