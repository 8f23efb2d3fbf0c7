import { readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomText } from './identifiers';
import { StartError } from './start-error';

const NAME = /^lock\.(\d+)\.(\d+)\.\w+$/;
const heldHere = new Set<string>();

/**
 * Makes this process the only simulator of a data directory, or throws a `StartError` that names the other one.
 *
 * Each holder has a file of its own name, and looks for others only after its own is there: of two that start
 * together at least one sees the other, so both can never go on. A holder that died is told by its process id and
 * start time (ids are used again), and its file is removed.
 *
 * @returns a function that gives the directory free.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const own = `lock.${process.pid}.${startTimeOf(process.pid)}.${randomText(8)}`;
  const release = async () => {
    heldHere.delete(own);
    await rm(path.join(directory, own), { force: true });
  };
  heldHere.add(own);
  try {
    await writeFile(path.join(directory, own), '', { flag: 'wx' });
    for (const name of await readdir(directory)) {
      const [, pid, startTime] = NAME.exec(name) ?? [];
      if (name === own || pid === undefined || startTime === undefined) continue;
      if (isHeld(name, Number(pid), startTime)) {
        throw new StartError(
          `Another processor simulator (process ${pid}) is using the data directory ${directory}. Stop it, or set PROCESSOR_DATA_DIR to another directory.`,
        );
      }
      await rm(path.join(directory, name), { force: true });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

function isHeld(name: string, pid: number, startTime: string): boolean {
  if (pid === process.pid) return heldHere.has(name);
  return isAlive(pid) && startTimeOf(pid) === startTime;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process started, in the kernel's ticks; `0` for every process where the system does not tell. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}
