import { setTimeout as sleep } from 'node:timers/promises';

/** After these nothing of the process is left to wait for the message. */
const fatal: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGQUIT'];

const deathBoundMs = 10_000;

/** The processes that rules may name. Whoever starts one registers it, and again after each restart. */
export class Processes {
  readonly #pids = new Map<string, number>();

  register(name: string, pid: number): void {
    this.#pids.set(name, pid);
  }

  /** Sends the signal, says so, and waits for the end of what it is fatal for. Returns whether it was. */
  async signal(name: string, signal: NodeJS.Signals, isHit: () => void): Promise<boolean> {
    const pid = this.#pids.get(name);
    if (pid === undefined) return false; // it was killed a moment ago, and its successor is not registered yet
    if (!send(pid, signal)) return false;
    isHit();
    if (!fatal.includes(signal)) return false;
    this.#pids.delete(name);
    for (let waitedMs = 0; send(pid, 0) && waitedMs < deathBoundMs; waitedMs += 2) await sleep(2);
    return true;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
