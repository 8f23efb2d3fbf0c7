import { newId, prisma } from '@/platform/database';
import { log } from '@/platform/log';

/** One request that carried a key, as it was answered. */
export interface AttemptRecord {
  readonly scope: string;
  readonly operation: string;
  readonly key: string;
  /** The caller's `X-Attempt`. */
  readonly number: number;
  /** How it came by its answer (`first`, `joined`, `replayed`, `took_over`), or the reason it was given. */
  readonly ending: string;
}

interface Waiting extends AttemptRecord {
  readonly id: string;
  readonly arrivedAt: Date;
}

let waiting: Waiting[] = [];
let writing: Promise<void> | undefined;

/**
 * Records an attempt after it was answered. Records of one moment go together in one statement, so the pay path does
 * not feel it; a crash may lose the last few, which no decision ever reads.
 */
export function recordAttempt(attempt: AttemptRecord): Promise<void> {
  waiting.push({ ...attempt, id: newId(), arrivedAt: new Date() });
  writing ??= write().finally(() => {
    writing = undefined;
  });
  return writing;
}

async function write(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    try {
      await prisma().attempt.createMany({ data: batch });
    } catch (error) {
      log().warn({ err: error, lost: batch.length }, 'attempts could not be recorded');
    }
  }
}

/** How many attempts of a purchase arrived, and in how many requests: browsers repeat a request by themselves. */
export async function countAttempts(
  scope: string,
  operation: string,
  key: string,
): Promise<{ attempts: number; requests: number }> {
  await writing;
  const [counts] = await prisma().$queryRaw<{ attempts: number; requests: number }[]>`
    SELECT count(DISTINCT number)::int AS attempts, count(*)::int AS requests
    FROM attempt WHERE scope = ${scope} AND operation = ${operation} AND key = ${key}`;
  return counts ?? { attempts: 0, requests: 0 };
}
