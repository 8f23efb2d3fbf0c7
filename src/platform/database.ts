import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '@prisma-client/client';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import pg from 'pg';
import { v7 } from 'uuid';
import type { Database, Row, Statement } from '@/idempotency';
import { classifyDatabaseError } from './database-errors';
import { env } from './env';
import { joinBegin } from './joined-begin';
import { log } from './log';
import { limitOptions, requireLimits, verifyLimits } from './pooled-limits';

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

/** A pool, and Prisma over it, which closes it with itself. */
interface Connections {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

/** @param isPooled whether a pooler in transaction mode stands between: then the limits are its role's, and only verified here */
function open(databaseUrl: string, poolSize: number, limits: DatabaseLimits, isPooled: boolean): Connections {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: poolWaitMs,
    query_timeout: limits.queryTimeoutMs,
    ...(isPooled ? { verify: verifyLimits(limits) } : { options: limitOptions(limits) }),
    application_name: 'doubletap',
  });
  joinBegin(pool);
  pool.on('error', (error) => log().warn({ err: error }, 'an idle database connection was lost'));
  pool.on('release', (_error, connection) => {
    if (!isAtRest(connection)) void connection.end();
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(isPooled ? {} : { statementNameGenerator: nameOf }),
    }),
    transactionOptions: { maxWait: poolWaitMs, timeout: limits.transactionTimeoutMs },
  });
  return { pool, prisma };
}

/** A client with connections of its own. */
export function connect(
  databaseUrl: string,
  poolSize: number,
  limits: DatabaseLimits,
  isPooled = false,
): PrismaClient {
  return open(databaseUrl, poolSize, limits, isPooled).prisma;
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

/** So many texts are given a name: every one that is written out here, and some hundreds of those that Prisma builds. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * A statement with a name is parsed and planned once in each connection; planning takes longer than doing what a purchase does. Behind
 * a pooler there are no names: the next transaction has another connection, which does not know them.
 */
function nameOf({ sql }: { readonly sql: string }): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size === mostNames || !/\s/.test(sql)) return ''; // BEGIN and COMMIT have no plan
  const name = `doubletap_${names.size}`;
  names.set(sql, name);
  return name;
}

/** What the settling of a purchase may take at most, of the time that the lease leaves after the processor's. */
export function settleTimeoutMs(): number {
  const { leaseMs, processor } = env();
  return Math.min(10_000, Math.floor((leaseMs - processor.timeoutMs) / 2));
}

function processLimits(): DatabaseLimits {
  return databaseLimits(Math.floor(settleTimeoutMs() / 2));
}

let shared: Connections | undefined;

/** The process's own. */
function sharedConnections(): Connections {
  const { databaseUrl, databasePoolerUrl, databasePool } = env();
  shared ??= open(databasePoolerUrl ?? databaseUrl, databasePool, processLimits(), isPooled());
  return shared;
}

function isPooled(): boolean {
  return env().databasePoolerUrl !== undefined;
}

/** The process's one client. */
export function prisma(): PrismaClient {
  return sharedConnections().prisma;
}

/** Rejects with what is to be done where a pooler's connections have no limits; without a pooler there is nothing to check. */
export async function checkPooler(): Promise<void> {
  const { databasePoolerUrl } = env();
  if (databasePoolerUrl !== undefined) await requireLimits(databasePoolerUrl, processLimits());
}

/** A conflict may run its transaction again at most twice: more would only feed the contention. */
const afterConflicts = retry(
  handleWhen((error) => classifyDatabaseError(error) === 'conflict'),
  { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 25, maxDelay: 200 }) },
);

/**
 * Runs a transaction, and runs it again when PostgreSQL has ended it in favour of another one (deadlock, serialization failure):
 * it has then written nothing. So `work` must do nothing that a rollback does not undo. Rejects with the last error, unchanged.
 */
export function inTransaction<T>(work: (tx: Tx) => Promise<T>, client = prisma()): Promise<T> {
  return afterConflicts.execute(() => client.$transaction(work));
}

/** The engine's view of the process's database. */
export function engineDatabase(): Database<Tx> {
  return {
    transaction: (work) => prisma().$transaction(work),
    query: (tx, { text, values }) => tx.$queryRawUnsafe<Row[]>(text, ...values),
    queryAlone,
    classify: classifyDatabaseError,
  };
}

/** Past Prisma, which takes as long over one read as the driver and PostgreSQL together. */
async function queryAlone({ text, values }: Statement): Promise<readonly Row[]> {
  const name = isPooled() ? '' : nameOf({ sql: text });
  const { rows } = await sharedConnections().pool.query<Row>({ name, text, values: [...values] });
  return rows;
}

/** A new identifier: UUIDv7, so that index pages fill in the order of time. */
export function newId(): string {
  return v7();
}
