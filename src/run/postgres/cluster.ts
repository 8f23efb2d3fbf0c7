import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Complaint } from '../complaint';
import { commandLine } from '../ownership';
import { asProcessEnv } from '../variables';
import { program } from './programs';
import type { Residence } from './residence';

export const superuser = 'doubletap';

/** PostgreSQL's own data folder. */
export function clusterFolder(residence: Residence): string {
  return path.join(residence.folder, 'cluster');
}

/** What PostgreSQL's programs get to see: no variable of the caller may change what they do. */
export const programEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function run(
  residence: Residence,
  name: 'initdb' | 'pg_ctl',
  args: readonly string[],
): SpawnSyncReturns<string> {
  return spawnSync(program(residence.programs, name), args, {
    ...residence.account,
    cwd: residence.folder,
    env: asProcessEnv(programEnv),
    encoding: 'utf8',
  });
}

/** Whether the folder holds a finished cluster; one of another major version is refused with what to do. */
export function hasCluster(residence: Residence): boolean {
  const file = path.join(clusterFolder(residence), 'PG_VERSION');
  if (!existsSync(file)) return false;
  const found = readFileSync(file, 'utf8').trim();
  const ours = residence.programs.version.split('.')[0];
  if (found !== ours) {
    throw new Complaint(
      `${clusterFolder(residence)} was written by PostgreSQL ${found}, and this is PostgreSQL ${ours}. Move the folder away to start with a new shop.`,
    );
  }
  return true;
}

/** Makes a new cluster: UTF-8, sorted by code point, checksums on, password needed. All of it, or nothing. */
export function initialise(residence: Residence, password: string): void {
  const folder = clusterFolder(residence);
  const half = `${folder}.new`;
  const passwordFile = path.join(residence.folder, 'initdb-password');
  const { uid, gid } = residence.account;
  const handOver = (file: string) => uid !== undefined && gid !== undefined && chownSync(file, uid, gid);
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  handOver(half);
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  handOver(passwordFile);
  try {
    const { status, stderr, error } = run(residence, 'initdb', [
      `--pgdata=${half}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    if (status !== 0) throw new Error(`initdb failed (${status}): ${error?.message ?? stderr}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  if (existsSync(folder)) {
    if (readdirSync(folder).length > 0) {
      throw new Complaint(
        `${folder} holds something that is not a PostgreSQL cluster. Move it away and start again.`,
      );
    }
    rmdirSync(folder);
  }
  renameSync(half, folder);
}

function pidFileOf(residence: Residence): string {
  return path.join(clusterFolder(residence), 'postmaster.pid');
}

/** The process that has written itself into the cluster as its server. */
export function serverPid(residence: Residence): number {
  return Number(readFileSync(pidFileOf(residence), 'utf8').split('\n')[0]);
}

/**
 * Stops a server that a killed run left behind on this cluster, and removes a pid file whose process is gone or has
 * become something else. Returns whether there was a server to stop.
 */
export function stopLeftover(residence: Residence): boolean {
  const folder = clusterFolder(residence);
  const pidFile = pidFileOf(residence);
  if (!existsSync(pidFile)) return false;
  const pid = serverPid(residence);
  if (!commandLine(pid)?.includes(folder)) {
    // PostgreSQL checks for itself whether a process still uses the cluster's shared memory.
    rmSync(pidFile, { force: true });
    return false;
  }
  const { status, stderr } = run(residence, 'pg_ctl', ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '60']);
  if (status !== 0 && existsSync(pidFile)) {
    throw new Complaint(
      `A PostgreSQL that an earlier run left behind (process ${pid}) does not stop: ${stderr.trim()}. End that process, then start again.`,
    );
  }
  return true;
}
