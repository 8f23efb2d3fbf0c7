import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeStandby } from '@/run/postgres/standby';
import { until } from '@/run/testbed/until';
import type { Running } from '../member';
import { OwnPostgres } from '../own-postgres';
import { FloatingAddress } from './floating-address';
import { databaseName, makeDatabase, makeOpenFolder, runOn } from './own-database';

const standbyName = 'standby';

/** A primary whose every change goes to a standby, and the address that is always the primary's. */
export interface PrimaryAndStandby {
  /** The database by its floating address. */
  readonly url: string;
  /**
   * Waits until the standby has everything that is committed now. From then on it hears nothing of what the primary does, as over
   * a line that stands still.
   */
  holdReplication(): Promise<void>;
  /** Ends the primary at once (immediate mode, as by a power cut). Resolves when it is gone. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, and moves the address to it. The one before must be gone: two would both sell. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens both, migrated and seeded. Synchronous: a COMMIT is answered only once the standby has it on disk; otherwise as soon as the
 * primary has. What was started when a step fails is stopped again.
 */
export async function openPrimaryAndStandby(
  isSynchronous: boolean,
  logFolder: string,
): Promise<PrimaryAndStandby> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return { ...(await assemble(isSynchronous, logFolder, (end) => stops.push(end))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  isSynchronous: boolean,
  logFolder: string,
  atEnd: (end: () => Promise<unknown>) => void,
): Promise<Omit<PrimaryAndStandby, 'stop'>> {
  const newFolder = async (): Promise<string> => {
    const folder = await makeOpenFolder();
    atEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const [primaryFolder, standbyFolder] = [await newFolder(), await newFolder()];
  const primary = new OwnPostgres({ folder: primaryFolder });
  const standby = new OwnPostgres({ folder: standbyFolder });
  const start = async (server: OwnPostgres, name: string): Promise<Running> => {
    const running = await server.start(path.join(logFolder, `${name}.log`));
    atEnd(() => running.stop());
    return running;
  };

  await prepare(primary, path.join(logFolder, 'prepared.log'));
  const replication = await FloatingAddress.open(primary.port);
  atEnd(() => replication.close());
  makeStandby({
    ...{ primaryFolder, folder: standbyFolder, name: standbyName },
    primaryUrl: replication.over(primary.url('postgres')),
  });
  const running = await start(primary, 'primary');
  replication.moveTo(primary.port); // should the port have been taken meanwhile
  await start(standby, 'standby');
  if (isSynchronous) await synchronise(primary.url('postgres'));
  await untilStandby(primary.url('postgres'), isSynchronous ? 'sync' : 'async');
  const address = await FloatingAddress.open(primary.port);
  atEnd(() => address.close());
  return {
    url: address.over(primary.url(databaseName)),
    holdReplication: async () => {
      await untilStandbyHasAll(primary.url('postgres'));
      replication.hold();
    },
    killPrimary: async () => {
      running.kill('SIGQUIT');
      await running.exited;
      replication.moveTo(primary.port); // a line that stands still ends with the machine at its end
    },
    promote: async () => {
      await runOn(standby.url('postgres'), 'SELECT pg_promote(true, 30)');
      address.moveTo(standby.port);
    },
  };
}

/** Makes the cluster with the shop's database in it, and stops it cleanly. */
async function prepare(server: OwnPostgres, logFile: string): Promise<void> {
  const running = await server.start(logFile);
  try {
    await makeDatabase(server);
  } finally {
    await running.stop();
  }
}

async function synchronise(serverUrl: string): Promise<void> {
  await runOn(serverUrl, `ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
  await runOn(serverUrl, 'SELECT pg_reload_conf()');
}

function untilStandby(serverUrl: string, state: 'sync' | 'async'): Promise<void> {
  return until(`the standby follows, ${state}`, async () => {
    const rows = await runOn(
      serverUrl,
      `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`,
    );
    return rows.length === 1;
  });
}

async function untilStandbyHasAll(serverUrl: string): Promise<void> {
  const [now] = await runOn(serverUrl, 'SELECT pg_current_wal_lsn()::text AS lsn');
  await until('the standby has everything', async () => {
    const behind = 'SELECT 1 FROM pg_stat_replication WHERE flush_lsn >= $1::pg_lsn';
    return (await runOn(serverUrl, behind, [now?.lsn])).length === 1;
  });
}
