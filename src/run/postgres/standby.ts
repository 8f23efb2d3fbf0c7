import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { clusterFolder, hasCluster, serverPid } from './cluster';
import { findResidence } from './residence';

export interface StandbySettings {
  /** The folder of the primary, which was stopped cleanly. */
  readonly primaryFolder: string;
  /** Where the standby reaches the primary once both run. */
  readonly primaryUrl: string;
  /** The standby's own folder; made when it does not exist. */
  readonly folder: string;
  /** What the primary calls it, as in `synchronous_standby_names`. */
  readonly name: string;
}

/**
 * Copies a stopped cluster into a folder of its own. Started there it follows the primary, until it is promoted. Start the primary
 * first: the copy takes its port too where that is free.
 */
export function makeStandby({ primaryFolder, primaryUrl, folder, name }: StandbySettings): void {
  mkdirSync(folder, { recursive: true });
  const primary = findResidence(primaryFolder);
  const standby = findResidence(folder);
  if (!hasCluster(primary)) throw new Error(`there is no cluster in ${primaryFolder}`);
  if (isRunning(primary)) throw new Error(`the PostgreSQL of ${primaryFolder} runs, and cannot be copied`);
  const data = clusterFolder(standby);
  const { account } = standby; // what is made here belongs to who runs the server
  execFileSync('cp', ['-R', '-p', `${clusterFolder(primary)}/.`, data], { ...account, cwd: '/' });
  execFileSync('touch', [path.join(data, 'standby.signal')], { ...account, cwd: '/' });
  const { hostname, port, username, password } = new URL(primaryUrl);
  const connection = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  copyFileSync(path.join(primaryFolder, 'settings.json'), path.join(folder, 'settings.json'));
}

function isRunning(residence: Parameters<typeof serverPid>[0]): boolean {
  try {
    return serverPid(residence) > 0;
  } catch {
    return false;
  }
}
