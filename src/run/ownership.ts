import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Tells a process from a later one with the same number: on Linux the boot and the moment of its start, elsewhere
 * what `ps` says about the start. Undefined when no such process runs.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may hold spaces; the start time is the 20th field after it.
      const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startedAt}`;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The command line of a process, or undefined when no such process runs. */
export function commandLine(pid: number): string | undefined {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Either this process owns the thing now, or the number of the process that does. */
export type Ownership =
  | { readonly owned: true; readonly isTakenOver: boolean; release(): void }
  | { readonly owned: false; readonly pid: number };

function livingOwner(text: string): number | undefined {
  const [pidText, ...identity] = text.trim().split(' ');
  const pid = Number(pidText);
  return Number.isInteger(pid) && processIdentity(pid) === identity.join(' ') ? pid : undefined;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Makes this process the only owner of what the file stands for. A file left by a process that no longer runs does
 * not count: it is taken over, and `isTakenOver` says that the former owner never released it.
 */
export function own(file: string): Ownership {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${processIdentity(process.pid)}`);
  const text = readFileSync(mine, 'utf8');
  let isTakenOver = false;
  try {
    for (;;) {
      // Linking a finished file is atomic: nobody ever reads a half-written owner.
      try {
        linkSync(mine, file);
        return {
          owned: true,
          isTakenOver,
          release: () => read(file) === text && rmSync(file, { force: true }),
        };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const found = read(file);
      if (found === undefined) continue;
      const pid = livingOwner(found);
      if (pid !== undefined) return { owned: false, pid };
      removeStale(file, found);
      isTakenOver = true;
    }
  } finally {
    unlinkSync(mine);
  }
}

/** Moves a stale file away; when another process was quicker, what it put there is put back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process holds it by now; the next round reads who.
    }
  }
  rmSync(aside, { force: true });
}
