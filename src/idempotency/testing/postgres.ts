import type { Database, Row } from '../index';

/** A connection for as long as somebody has it; `pg.PoolClient` is one. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  release(): void;
}

/** The connection broke: nobody can say what became of the last statement. */
export class Lost extends Error {}

/**
 * The engine's view of node-postgres.
 *
 * @param isCommitLost called after each COMMIT; true means that its answer is lost on the way
 */
export function postgresDatabase<C extends Connection>(
  connect: () => Promise<C>,
  isCommitLost: () => boolean = () => false,
): Database<C> {
  return {
    transaction: async (work) => {
      const connection = await connect();
      try {
        await connection.query('BEGIN');
        const value = await work(connection);
        await connection.query('COMMIT');
        if (isCommitLost()) throw new Lost('the answer to COMMIT was lost');
        return value;
      } catch (error) {
        if (!(error instanceof Lost)) await connection.query('ROLLBACK');
        throw error;
      } finally {
        connection.release();
      }
    },
    query: async (tx, { text, values }) => (await tx.query(text, [...values])).rows,
    queryAlone: async ({ text, values }) => {
      const connection = await connect();
      try {
        return (await connection.query(text, [...values])).rows;
      } finally {
        connection.release();
      }
    },
    classify: (error) => (error instanceof Lost ? 'unavailable' : 'other'),
  };
}
