import pg from 'pg';
import type { Row, Statement } from '@/idempotency';
import { env } from './env';
import { log } from './log';

/** Connections of the lane. They are closed again when nobody has needed them for ten seconds. */
const laneSize = 2;
/** Who may wait for one of them: each read takes about a millisecond. */
const longestQueue = 50;
/** A read that takes longer than this, waiting included, has failed. */
const patienceMs = 500;

let lane: pg.Pool | undefined;

function openLane(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().databaseUrl,
    max: laneSize,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    options: `-c statement_timeout=${patienceMs}`,
    application_name: 'doubletap-spare',
  });
  pool.on('error', (error) => log().warn({ err: error }, 'an idle connection of the spare lane was lost'));
  return pool;
}

/**
 * Reads one row past the queue in front of the pool, so that a key that is known is answered however crowded it is there. Rejects
 * quickly when that is not possible either.
 */
export async function readAside({ text, values }: Statement): Promise<readonly Row[]> {
  lane ??= openLane();
  if (lane.waitingCount >= longestQueue) throw new Error('the spare lane of the database is full');
  const { rows } = await lane.query<Row>(text, [...values]);
  return rows;
}
