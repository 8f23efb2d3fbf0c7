import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject, projectRoot } from './project';
import { asProcessEnv, type Variables } from './variables';

const leash = pathToFileURL(inProject('src/run/leash.mjs')).href;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildSettings {
  /** What people call it, in messages and as the name of its log file. */
  readonly name: string;
  /** Arguments of Node: the script and what it takes. */
  readonly nodeArgs: readonly string[];
  readonly env: Variables;
  readonly logFile: string;
}

/**
 * A Node process of this run, in a process group of its own: Ctrl-C at the terminal reaches only its starter, which
 * ends the processes in their order. It ends by itself when its starter is gone.
 */
export class Child {
  readonly name: string;
  readonly logFile: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  #exit: Exit | undefined;

  constructor(
    settings: ChildSettings,
    private readonly process: ChildProcess,
  ) {
    if (process.pid === undefined) throw new Error(`${settings.name} could not be started`);
    this.name = settings.name;
    this.logFile = settings.logFile;
    this.pid = process.pid;
    this.exited = new Promise((resolve) => {
      process.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
    process.unref();
    process.channel?.unref();
  }

  /** How it ended, or undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Sends a signal to the process alone; false when it is already gone. */
  kill(signal: NodeJS.Signals): boolean {
    return this.process.kill(signal);
  }

  /** Asks it to end, waits up to the grace in milliseconds, then ends it and whatever it started by force. */
  async stop(graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    if (this.#exit !== undefined) return this.#exit;
    this.process.ref();
    this.process.kill(signal);
    const force = setTimeout(() => this.killGroup(), graceMs);
    try {
      return await this.exited;
    } finally {
      clearTimeout(force);
    }
  }

  /** Ends the process and its own children at once. */
  killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The group is already gone, which is what was asked for.
    }
  }

  /** The last lines of its log. */
  logTail(lines = 15): string {
    return tail(this.logFile, lines);
  }
}

/** The last lines of a file, or nothing when there is no such file. */
export function tail(file: string, lines: number): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Opens a log file for one process; the log of the run before is kept beside it. */
function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
  return openSync(file, 'a', 0o600);
}

/** Starts a Node process on the leash, its output going to its log file. */
export function startChild(settings: ChildSettings): Child {
  const log = openLog(settings.logFile);
  const options: SpawnOptions = {
    cwd: projectRoot,
    env: asProcessEnv(settings.env),
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  };
  const child = spawn(process.execPath, ['--import', leash, ...settings.nodeArgs], options);
  closeSync(log);
  return new Child(settings, child);
}
