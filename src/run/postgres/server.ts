import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { type Child, type Exit, startChild } from '../child';
import { Complaint } from '../complaint';
import { own } from '../ownership';
import { poll } from '../poll';
import { freePort, listenProblem } from '../port';
import { inProject } from '../project';
import {
  clusterFolder,
  hasCluster,
  initialise,
  programEnv,
  serverPid,
  stopLeftover,
  superuser,
} from './cluster';
import { program } from './programs';
import { findResidence, type Residence } from './residence';

export interface PostgresSettings {
  /** The folder that the cluster, its password and its port are kept in; made when it does not exist. */
  readonly folder: string;
  readonly logFile: string;
}

export interface Postgres {
  readonly port: number;
  /** The process that keeps the server: it ends with it, and ends it with us. */
  readonly child: Child;
  /** The server's own process, for whoever wants to hit it. */
  readonly pid: number;
  /** What a person may want to know about how it came up: one sentence each. */
  readonly remarks: readonly string[];
  /** The address of a database on this server. */
  url(databaseName: string): string;
  /** Ends the server cleanly: connections are closed, everything committed is on disk. */
  stop(): Promise<void>;
}

const Kept = z.object({ port: z.int().min(1).max(65_535), password: z.string().min(1) });

/** After a crash PostgreSQL first goes through its log, which takes as long as there is log. */
const readyBoundMs = 120_000;
const stopGraceMs = 60_000;

/** The port and the password stay the same over restarts, so an address that was written down keeps working. */
async function keep(folder: string): Promise<z.infer<typeof Kept>> {
  const file = path.join(folder, 'settings.json');
  const found = existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (found !== undefined && (await listenProblem(found.port, '127.0.0.1')) === undefined) return found;
  const kept = { port: await freePort(), password: found?.password ?? randomBytes(18).toString('base64url') };
  writeFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  return kept;
}

function serve(residence: Residence, port: number, logFile: string): Child {
  const settings = {
    command: program(residence.programs, 'postgres'),
    args: [
      ...['-D', clusterFolder(residence), '-p', String(port)],
      // Loopback only, and no socket file that would need a folder of its own.
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=100', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ],
    env: programEnv,
    ...residence.account,
    cwd: residence.folder,
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients to leave.
    stopSignal: 'SIGINT',
  };
  return startChild({
    name: 'PostgreSQL',
    nodeArgs: [inProject('src/run/postgres/keeper.mjs'), JSON.stringify(settings)],
    env: { PATH: programEnv.PATH },
    logFile,
  });
}

async function waitUntilReady(url: string, child: Child): Promise<void> {
  const answer = await poll(readyBoundMs, async () => {
    if (child.exit !== undefined) return child.exit;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return 'ready';
    } catch {
      return undefined;
    }
  });
  if (answer === 'ready') return;
  const what = answer === undefined ? 'was not ready in time' : `ended while starting (${explain(answer)})`;
  await child.stop(stopGraceMs);
  throw new Complaint(`PostgreSQL ${what}. Its log says:\n${child.logTail()}`);
}

function explain(exit: Exit): string {
  return exit.signal ?? `code ${exit.code}`;
}

function urlOf(port: number, password: string, databaseName: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(databaseName)}`;
}

/** The address of a folder's PostgreSQL that somebody else has started, or undefined when it is not running. */
export async function findRunningPostgres(
  { folder }: PostgresSettings,
  databaseName: string,
): Promise<string | undefined> {
  const file = path.join(folder, 'settings.json');
  if (!existsSync(file)) return undefined;
  const { port, password } = Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  const url = urlOf(port, password, databaseName);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return undefined;
  }
}

/** Starts the PostgreSQL of a folder, making the cluster the first time. One process may own a folder at a time. */
export async function startPostgres({ folder, logFile }: PostgresSettings): Promise<Postgres> {
  mkdirSync(folder, { recursive: true });
  const ownership = own(path.join(folder, 'owner'));
  if (!ownership.owned) {
    throw new Complaint(`${folder} is in use by process ${ownership.pid}. End that one first.`);
  }
  const remarks: string[] = [];
  try {
    const residence = findResidence(folder);
    if (residence.isOutside) {
      remarks.push(
        `PostgreSQL keeps its data in ${residence.folder}: its user "postgres" cannot reach this clone.`,
      );
    }
    if (stopLeftover(residence)) remarks.push('A PostgreSQL left behind by an earlier run was stopped.');
    const { port, password } = await keep(folder);
    if (!hasCluster(residence)) initialise(residence, password);
    const child = serve(residence, port, logFile);
    const url = (databaseName: string) => urlOf(port, password, databaseName);
    await waitUntilReady(url('postgres'), child);
    const stop = async () => {
      await child.stop(stopGraceMs);
      // Should the keeper itself have been killed, the server is still there.
      stopLeftover(residence);
      ownership.release();
    };
    return { port, child, pid: serverPid(residence), remarks, url, stop };
  } catch (error) {
    ownership.release();
    throw error;
  }
}
