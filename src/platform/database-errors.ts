import { Prisma } from '@prisma-client/client';

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
