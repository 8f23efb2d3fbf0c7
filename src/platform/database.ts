import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '@prisma-client/client';
import pg from 'pg';
import { v7 } from 'uuid';
import type { Database, Row, Statement } from '@/idempotency';
import { env } from './env';
import { log } from './log';

/** One interactive transaction of Prisma. */
export type Tx = Prisma.TransactionClient;

/**
 * Time limits of the database work, each below the next, in milliseconds. PostgreSQL ends a blocked statement, then the
 * driver gives up on a silent connection, and only then Prisma on the transaction: Prisma's own timeout cancels nothing.
 */
export interface DatabaseLimits {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly transactionTimeoutMs: number;
}

export function databaseLimits(transactionTimeoutMs: number): DatabaseLimits {
  return {
    lockTimeoutMs: Math.floor(transactionTimeoutMs * 0.6),
    statementTimeoutMs: Math.floor(transactionTimeoutMs * 0.8),
    queryTimeoutMs: Math.floor(transactionTimeoutMs * 0.9),
    transactionTimeoutMs,
  };
}

/** How long a request waits for a connection of the pool, in milliseconds. */
const poolWaitMs = 3_000;

export function connect(databaseUrl: string, poolSize: number, limits: DatabaseLimits): PrismaClient {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: poolWaitMs,
    query_timeout: limits.queryTimeoutMs,
    options: [
      `-c lock_timeout=${limits.lockTimeoutMs}`,
      `-c statement_timeout=${limits.statementTimeoutMs}`,
      // A process that is paused inside a transaction must not hold its locks for as long as its connection lives.
      `-c idle_in_transaction_session_timeout=${limits.transactionTimeoutMs}`,
    ].join(' '),
    application_name: 'doubletap',
  });
  pool.on('error', (error) => log().warn({ err: error }, 'an idle database connection was lost'));
  pool.on('release', (_error, connection) => {
    if (!isAtRest(connection)) void connection.end();
  });
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: poolWaitMs, timeout: limits.transactionTimeoutMs },
  });
}

/**
 * Whether a connection may be given to somebody else. After a read timeout the driver drops a ROLLBACK that it has not sent
 * yet, and Prisma gives the connection back all the same: with a transaction open in it, the next COMMIT would commit half of
 * somebody else's work. Ending it here, before the pool looks, takes it out of the pool.
 */
function isAtRest(connection: pg.PoolClient): boolean {
  // `readyForQuery` is missing in the driver's types: false while an answer is still to come.
  return connection.getTransactionStatus() === 'I' && Reflect.get(connection, 'readyForQuery') === true;
}

/** What the settling of a purchase may take at most, of the time that the lease leaves after the processor's. */
export function settleTimeoutMs(): number {
  const { leaseMs, processor } = env();
  return Math.min(10_000, Math.floor((leaseMs - processor.timeoutMs) / 2));
}

let client: PrismaClient | undefined;

/** The process's one client. */
export function prisma(): PrismaClient {
  const { databaseUrl, databasePool } = env();
  client ??= connect(databaseUrl, databasePool, databaseLimits(Math.floor(settleTimeoutMs() / 2)));
  return client;
}

/** The engine's view of a Prisma client. */
export function engineDatabase(prismaClient: PrismaClient): Database<Tx> {
  return {
    transaction: (work) => prismaClient.$transaction(work),
    query: (tx, statement) => run(tx, statement),
    queryAlone: (statement) => run(prismaClient, statement),
    classify: classifyDatabaseError,
  };
}

function run(handle: Pick<Tx, '$queryRawUnsafe'>, { text, values }: Statement): Promise<readonly Row[]> {
  return handle.$queryRawUnsafe<Row[]>(text, ...values);
}

/** A new identifier: UUIDv7, so that index pages fill in the order of time. */
export function newId(): string {
  return v7();
}

/** PostgreSQL: cannot connect, too many connections, shutting down, a lock, a statement or a pause that took too long, a standby. */
const unavailableStates = /^(08|53|57|55P03|25P03|25006)/;
/** Prisma: cannot reach, timed out, closed, no pool place, transaction API (its timeouts). */
const unavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028']);

/** What an error of the database means for whoever might run the transaction again. */
export function classifyDatabaseError(error: unknown): 'conflict' | 'unavailable' | 'other' {
  const state = sqlState(error);
  if (state) {
    if (state === '40001' || state === '40P01') return 'conflict';
    return unavailableStates.test(state) ? 'unavailable' : 'other';
  }
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === 'P2034') return 'conflict';
    return unavailableCodes.has(error.code) || isConnectionFault(error) ? 'unavailable' : 'other';
  }
  const isPrismas =
    error instanceof Prisma.PrismaClientUnknownRequestError ||
    error instanceof Prisma.PrismaClientInitializationError;
  return isPrismas || isConnectionFault(error) ? 'unavailable' : 'other';
}

/** The SQLSTATE of an error, wherever Prisma and its adapter have put it. */
function sqlState(error: unknown): string | undefined {
  for (const holder of chain(error)) {
    for (const name of ['originalCode', 'code']) {
      const value = holder[name];
      if (typeof value === 'string' && /^[0-9A-Z]{5}$/.test(value) && !/^P[12]\d{3}$/.test(value))
        return value;
    }
  }
  return undefined;
}

const connectionFault =
  /ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|Connection terminated|connection timeout|read timeout|timeout exceeded|Client has encountered|DatabaseNotReachable|ConnectionClosed|SocketTimeout/i;

function isConnectionFault(error: unknown): boolean {
  return chain(error).some((holder) =>
    ['message', 'code', 'kind', 'name'].some((name) => connectionFault.test(String(holder[name] ?? ''))),
  );
}

/** The error and what it carries: Prisma nests the driver's error under `meta.driverAdapterError.cause`. */
function chain(error: unknown, depth = 0): Record<string, unknown>[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const holder: Record<string, unknown> = Object.assign(Object.create(null), error);
  if (error instanceof Error) {
    holder.message = error.message;
    holder.name = error.name;
    holder.cause ??= error.cause;
  }
  const inner = [holder.meta, holder.driverAdapterError, holder.cause, holder.error];
  return [holder, ...inner.flatMap((part) => chain(part, depth + 1))];
}
