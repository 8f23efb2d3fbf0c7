import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** How much processor time a process has used, in milliseconds; undefined where the system does not say. */
export function processorTimeMs(pid: number): number | undefined {
  const own = readAll()?.find((stat) => stat.pid === pid);
  return own && (own.ticks * 1_000) / ticksPerSecond();
}

/** The same of a process and of all that it has started, those that have ended included, as PostgreSQL's server starts its backends. */
export function familyTimeMs(pid: number): number | undefined {
  const stats = readAll();
  const own = stats?.find((stat) => stat.pid === pid);
  if (!stats || !own) return undefined;
  const children = stats.filter(({ parent }) => parent === pid);
  const ticks = children.reduce((sum, child) => sum + child.ticks, own.ticks + own.ticksOfEnded);
  return (ticks * 1_000) / ticksPerSecond();
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended. */
  readonly ticksOfEnded: number;
}

/** Every process of the machine, as Linux tells (proc_pid_stat(5)); undefined elsewhere. */
function readAll(): Stat[] | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readStat(readFileSync(`/proc/${name}/stat`, 'utf8'))];
    } catch {
      return []; // it has ended while it was looked at
    }
  });
}

/** Reads one line of `/proc/<pid>/stat`. The name in it, in brackets, may hold anything. */
export function readStat(line: string): Stat {
  const afterName = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // Counted from the third field, the state.
  const field = (number: number): number => afterName[number - 3] ?? Number.NaN;
  return {
    pid: Number.parseInt(line, 10),
    parent: field(4),
    ticks: field(14) + field(15),
    ticksOfEnded: field(16) + field(17),
  };
}

let ticksOfSecond: number | undefined;

function ticksPerSecond(): number {
  ticksOfSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticksOfSecond;
}
