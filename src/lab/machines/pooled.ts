import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openFleet } from './fleet';
import { databaseName, runOn, withOwnDatabase } from './own-database';
import { type PgBouncer, serverConnections, startPgBouncer } from './pgbouncer';
import { limitRole } from './role-limits';
import type { Shown } from './show';
import { showStateless } from './stateless';

/** The role that the pooler connects as. */
const role = 'doubletap_pooled';

/** The stateless show over PgBouncer in transaction mode; before that, what becomes of a pooler without limits, and of a statement that waits with them. */
export async function showPooled(
  program: string,
  request: { readonly logFolder: string; readonly shoppers: number; readonly stretch: number },
): Promise<Shown> {
  const { logFolder } = request;
  return withOwnDatabase(logFolder, async (databaseUrl, folder) => {
    const pooledUrl = await makeRole(databaseUrl);
    const file = path.join(logFolder, 'pgbouncer.log');
    const pooler = await startPgBouncer(program, pooledUrl, path.join(folder, 'pgbouncer'), file);
    try {
      const poolerUrl = pooler.over(pooledUrl);
      const wrong = [...(await refuseWithoutLimits(databaseUrl, poolerUrl, logFolder))];
      for (const statement of limitRole(role, databaseUrl)) await runOn(databaseUrl, statement);
      await pooler.console('RECONNECT');
      wrong.push(...(await endBlockedStatement(databaseUrl, poolerUrl)));
      const env = { DATABASE_POOLER_URL: poolerUrl };
      const [shown, { clients, backends }] = await countConnections(pooler, () =>
        showStateless({ ...request, databaseUrl, env }),
      );
      wrong.push(...shown.wrong);
      if (backends === 0 || backends > serverConnections) wrong.push(`${backends} connections to PostgreSQL`);
      if (clients <= backends) wrong.push('nobody shared a connection: nothing was tested');
      return {
        seen: `${shown.seen}; up to ${clients} connections to PgBouncer, ${backends} from there to PostgreSQL`,
        wrong,
      };
    } finally {
      await pooler.stop();
    }
  });
}

/** A role of the pooler's own, so that its limits are not those of migrations and of the job queue. */
async function makeRole(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const owner = pg.escapeIdentifier(decodeURIComponent(url.username));
  url.username = role;
  url.password = randomBytes(18).toString('base64url');
  await runOn(databaseUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${url.password}' IN ROLE ${owner}`);
  return url.href;
}

/** No limits are set for the role yet: a store must not start. */
async function refuseWithoutLimits(
  databaseUrl: string,
  poolerUrl: string,
  logFolder: string,
): Promise<string[]> {
  try {
    const place = { databaseUrl, env: { DATABASE_POOLER_URL: poolerUrl }, logFolder };
    const fleet = await openFleet({ ...place, stores: 1, workers: 0 });
    await fleet.stop();
    return ['a store started over a pooler without limits'];
  } catch (error) {
    return String(error).includes('lack time limits') ? [] : [String(error)];
  }
}

/** Somebody holds a row: whoever comes over the pooler and wants it is sent away by PostgreSQL. */
async function endBlockedStatement(databaseUrl: string, poolerUrl: string): Promise<string[]> {
  const [holder, waiter] = [databaseUrl, poolerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  if (!holder || !waiter) throw new Error('two clients were made');
  await Promise.all([holder.connect(), waiter.connect()]);
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM product FOR UPDATE');
    const ending = await waiter.query('UPDATE product SET stock = stock').then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    return ending === '55P03'
      ? []
      : [`a blocked statement ended with ${ending}, and not by its lock_timeout`];
  } finally {
    await Promise.all([holder.end(), waiter.end()]);
  }
}

interface Connections {
  readonly clients: number;
  readonly backends: number;
}

/** Does something, and returns with it the most connections that there were on either side of the pooler meanwhile. */
async function countConnections<T>(pooler: PgBouncer, work: () => Promise<T>): Promise<[T, Connections]> {
  const ending = new AbortController();
  let most: Connections = { clients: 0, backends: 0 };
  const counting = (async () => {
    while (!ending.signal.aborted) {
      const pools = (await pooler.console('SHOW POOLS')).filter(({ database }) => database === databaseName);
      const total = (columns: readonly string[]) =>
        pools.reduce((sum, pool) => sum + columns.reduce((all, name) => all + Number(pool[name]), 0), 0);
      most = {
        clients: Math.max(most.clients, total(['cl_active', 'cl_waiting'])),
        backends: Math.max(
          most.backends,
          total(['sv_active', 'sv_idle', 'sv_used', 'sv_tested', 'sv_login']),
        ),
      };
      await sleep(200, undefined, { signal: ending.signal }).catch(() => undefined); // the end of the count
    }
  })();
  try {
    const done = await work();
    return [done, most];
  } finally {
    ending.abort();
    await counting;
  }
}
