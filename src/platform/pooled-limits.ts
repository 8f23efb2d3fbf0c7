import pg from 'pg';

/** The limits that PostgreSQL itself keeps. */
interface ServerLimits {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly transactionTimeoutMs: number;
}

/**
 * A pooler in transaction mode gives each transaction any of its connections, so that what is set on one is not there on the next,
 * and it refuses or forgets the startup parameters that carry the limits otherwise. There the limits belong to the role that the
 * pooler connects as, and every process verifies that they are there: without them a blocked statement would wait for ever.
 */
function parameters(limits: ServerLimits): Readonly<Record<string, number>> {
  return {
    lock_timeout: limits.lockTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    // A process that is paused inside a transaction must not hold its locks for as long as its connection lives.
    idle_in_transaction_session_timeout: limits.transactionTimeoutMs,
  };
}

/** The limits as startup parameters of a connection of one's own. */
export function limitOptions(limits: ServerLimits): string {
  return Object.entries(parameters(limits))
    .map(([name, milliseconds]) => `-c ${name}=${milliseconds}`)
    .join(' ');
}

/** For a pool: refuses every new connection on which PostgreSQL has no limits, or longer ones. */
export function verifyLimits(limits: ServerLimits): NonNullable<pg.PoolConfig['verify']> {
  return (connection, done) => {
    whatIsMissing(connection, limits).then(
      (missing) => (missing === null ? done() : done(new Error(missing))),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}

/** For the start of a process. A database that cannot be reached at the moment is no reason not to start. */
export async function requireLimits(poolerUrl: string, limits: ServerLimits): Promise<void> {
  const client = new pg.Client({ connectionString: poolerUrl, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined); // it was lost while nobody asked
  let missing: string | null;
  try {
    await client.connect();
    missing = await whatIsMissing(client, limits);
  } catch {
    return; // the pool verifies every connection that comes later
  } finally {
    await client.end().catch(() => undefined);
  }
  if (missing !== null) throw new Error(missing);
}

/** What an operator has to do, or null. */
async function whatIsMissing(
  connection: Pick<pg.ClientBase, 'query'>,
  limits: ServerLimits,
): Promise<string | null> {
  const wanted = parameters(limits);
  const { rows } = await connection.query<{ name: string; milliseconds: number; role: string; base: string }>(
    `SELECT name, setting::int AS milliseconds, current_user::text AS role, current_database()::text AS base
     FROM pg_settings WHERE name = ANY($1)`,
    [Object.keys(wanted)],
  );
  const commands: string[] = [];
  for (const { name, milliseconds, role, base } of rows) {
    const most = wanted[name] ?? 0;
    const isKept = milliseconds > 0 && milliseconds <= most;
    const where = `${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(base)}`;
    if (!isKept) commands.push(`ALTER ROLE ${where} SET ${name} = '${most}ms';`);
  }
  if (commands.length === 0) return null;
  return `The pooler's connections to the database lack time limits. Run this on the database, and let the pooler connect anew: ${commands.join(' ')}`;
}
