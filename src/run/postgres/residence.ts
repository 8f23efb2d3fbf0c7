import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Complaint } from '../complaint';
import { findPrograms, type Programs, program } from './programs';

/** PostgreSQL refuses to run as root: then it runs as this user. Empty: as whoever runs us. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Where a cluster lives, under which account, and with which programs. */
export interface Residence {
  readonly account: Account;
  readonly programs: Programs;
  /** A folder that the account can reach; the cluster is the folder `cluster` in it. */
  readonly folder: string;
  /** True when it had to be put outside the clone. */
  readonly isOutside: boolean;
}

/** The user that PostgreSQL runs as when we are root; made when the machine has none. */
function findAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const number = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    if (made.status !== 0) {
      throw new Complaint(
        'PostgreSQL does not run as root, and the user "postgres" could not be made. Run the command as another user, or set DATABASE_URL.',
      );
    }
    return { uid: number('-u'), gid: number('-g') };
  }
}

/** Whether the account can really do it, asked of the system itself: modes, access lists and mounts all count. */
function can(account: Account, command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function canRun(account: Account, programs: Programs): boolean {
  return (
    can(account, program(programs, 'postgres'), '--version') &&
    can(account, 'test', '-r', path.join(programs.folder, 'share/postgresql/postgres.bki'))
  );
}

/** A folder of root's that nobody else may write to, so nobody can have put another program there. */
function makeSafeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755, recursive: true });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    chmodSync(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}

function copyPrograms(programs: Programs, into: string): Programs {
  const folder = path.join(into, `postgresql-${programs.version}`);
  if (!existsSync(folder)) {
    const half = `${folder}.${process.pid}`;
    cpSync(programs.folder, half, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', half]);
    try {
      renameSync(half, folder);
    } catch (error) {
      // Another process has copied them meanwhile.
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return { folder, version: programs.version };
}

/** The place outside the clone for a folder that the account cannot reach. */
function moveOut(folder: string, account: Account, programs: Programs): Residence {
  const name = `doubletap-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  for (const base of ['/var/tmp', tmpdir()]) {
    const home = path.join(base, name);
    if (!makeSafeFolder(home) || !can(account, 'test', '-x', home)) continue;
    const copied = copyPrograms(programs, home);
    if (canRun(account, copied)) return { account, programs: copied, folder: home, isOutside: true };
  }
  throw new Complaint(
    `PostgreSQL runs as the user "postgres" here, which can reach neither ${folder} nor a temporary folder. Move the clone out of a closed folder, run as another user, or set DATABASE_URL.`,
  );
}

/**
 * Decides where the cluster of a folder lives. As root below a folder that others cannot enter (a temporary folder
 * of mode 0700, say) both the data and a copy of the programs go to a place that the user `postgres` can reach.
 */
export function findResidence(folder: string): Residence {
  const account = findAccount();
  const programs = findPrograms();
  const cluster = path.join(folder, 'cluster');
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(cluster, account.uid, account.gid);
  if (canRun(account, programs) && can(account, 'test', '-w', cluster)) {
    return { account, programs, folder, isOutside: false };
  }
  if (account.uid === undefined) {
    throw new Complaint(
      `PostgreSQL's programs in ${programs.folder} cannot be run, or ${cluster} cannot be written to. Check the permissions, or set DATABASE_URL.`,
    );
  }
  return moveOut(folder, account, programs);
}
