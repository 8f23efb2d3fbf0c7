import { accessSync, chownSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startChild } from '@/run/child';
import { freePort } from '@/run/port';
import { findResidence } from '@/run/postgres/residence';
import { inProject } from '@/run/project';
import { until } from '@/run/testbed/until';

/** How many connections it keeps to PostgreSQL: far fewer than its clients have to it. */
export const serverConnections = 6;

export interface PgBouncer {
  /** The database over it, as the role that the address names. */
  over(databaseUrl: string): string;
  /** A statement of its console, such as `SHOW POOLS`. */
  console(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The program on this machine, or undefined. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts one in transaction mode before the database that the address names, with the role and the password of the address. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  folder: string,
  logFile: string,
): Promise<PgBouncer> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { account } = findResidence(path.join(folder, 'postgres')); // it too refuses to run as root
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const file = path.join(folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${serverPort} dbname=${database} user=${username} password=${password}`;
  const settings = [
    ...['[databases]', `${database} = ${server}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['pool_mode = transaction', `default_pool_size = ${serverConnections}`, 'max_client_conn = 400'],
    // Loopback, for as long as a show lasts: whoever reaches it is let in. Its console is open to this name.
    ...['auth_type = any', 'admin_users = pgbouncer'],
  ];
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  const kept = { command: program, args: [file], env: { PATH: process.env.PATH ?? '' }, ...account };
  const child = startChild({
    name: 'PgBouncer',
    nodeArgs: [
      inProject('src/run/postgres/keeper.mjs'),
      JSON.stringify({ ...kept, cwd: folder, stopSignal: 'SIGTERM' }),
    ],
    env: { PATH: process.env.PATH },
    logFile,
  });
  const over = (url: string): string => {
    const own = new URL(url);
    own.host = `127.0.0.1:${port}`;
    return own.href;
  };
  const console = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'pgbouncer', database: 'pgbouncer' });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const isUp = async () => {
    if (child.exit !== undefined) throw new Error(`PgBouncer has ended. Its log says:\n${child.logTail()}`);
    return console('SHOW VERSION').then(
      () => true,
      () => false,
    );
  };
  await until('PgBouncer listens', isUp);
  return { over, console, stop: async () => void (await child.stop(5_000)) };
}
