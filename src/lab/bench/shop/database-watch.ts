import pg from 'pg';

/** What the stores' connections were at, at one moment. */
export interface Sight {
  /** By the database's clock, in milliseconds of Unix time. */
  readonly at: number;
  /** How many were in each state of `pg_stat_activity`, such as `active` or `idle in transaction`. */
  readonly states: ReadonlyMap<string, number>;
  /** How many of those at work waited for what: `Lock transactionid`, `LWLock WALWrite`; `none` where PostgreSQL itself was at work. */
  readonly waits: ReadonlyMap<string, number>;
  /** What those said last that were not at rest. */
  readonly said: readonly string[];
}

/** How often it looks, in milliseconds. */
const everyMs = 20;

/** How many connections held the database: at work, or with a transaction open. */
export function heldIn({ states }: Sight): number {
  let held = 0;
  for (const [state, count] of states) if (state !== 'idle') held += count;
  return held;
}

/** Looks at what the stores' connections do, again and again, until the work is over. */
export async function watchDatabase<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly sights: readonly Sight[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench-watch' });
  await client.connect();
  const sights: Sight[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      sights.push(await look(client));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  try {
    const result = await work();
    return { result, sights };
  } finally {
    isOver = true;
    await watching;
    await client.end();
  }
}

async function look(client: pg.Client): Promise<Sight> {
  const { rows } = await client.query<{
    at: number;
    state: string;
    wait: string;
    count: number;
    said: string;
  }>(
    `SELECT (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS at, state, coalesce(wait_event_type || ' ' || wait_event, 'none') AS wait, count(*)::int AS count,
       min(left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 60)) AS said
     FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'doubletap%' AND state IS NOT NULL
     GROUP BY state, wait`,
  );
  const states = new Map<string, number>();
  const waits = new Map<string, number>();
  const said: string[] = [];
  for (const { state, wait, count, said: last } of rows) {
    if (state !== 'idle') said.push(`${state}: ${last.trim()}`);
    states.set(state, (states.get(state) ?? 0) + count);
    if (state === 'active') waits.set(wait, (waits.get(wait) ?? 0) + count);
  }
  return { at: rows[0]?.at ?? 0, states, waits, said };
}

/** What those at work waited for, in all sights, the most frequent first, in per cent. */
export function waitShares(sights: readonly Sight[]): string {
  return [...shares(sights)]
    .sort(([, one], [, other]) => other - one)
    .map(([wait, share]) => `${Math.round(100 * share)} % ${wait}`)
    .slice(0, 5)
    .join(', ');
}

/** What part of those at work waited for somebody else's row, key or transaction, between 0 and 1. */
export function lockShare(sights: readonly Sight[]): number {
  let waiting = 0;
  for (const [wait, share] of shares(sights)) if (wait.startsWith('Lock ')) waiting += share;
  return waiting;
}

function shares(sights: readonly Sight[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { waits } of sights) {
    for (const [wait, count] of waits) {
      counts.set(wait, (counts.get(wait) ?? 0) + count);
      all += count;
    }
  }
  return new Map([...counts].map(([wait, count]) => [wait, count / all]));
}
