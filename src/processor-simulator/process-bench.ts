import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

// The simulator as the process that users start, for tests that end it.

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SimulatorProcess {
  readonly child: ChildProcess;
  /** Resolves with the address when the process says that it listens; rejects when it ends before. */
  readonly url: Promise<string>;
  readonly ended: Promise<Ended>;
}

interface SpawnOptions {
  /** Opens a channel to the child, as a supervisor does. */
  readonly withChannel?: boolean;
  /** The largest file it may write, in kilobytes: a disk that is full after so much. */
  readonly fileLimitKilobytes?: number;
}

export function spawnSimulator(
  environment: Record<string, string>,
  { withChannel = false, fileLimitKilobytes }: SpawnOptions = {},
): SimulatorProcess {
  const node = [process.execPath, '--import', 'tsx', MAIN];
  const [command = '', ...parameters] =
    fileLimitKilobytes === undefined
      ? node
      : ['/bin/bash', '-c', `trap '' XFSZ; ulimit -f ${fileLimitKilobytes}; exec "$@"`, 'bash', ...node];
  const child = spawn(command, parameters, {
    cwd: path.resolve(path.dirname(MAIN), '../..'),
    // Nothing of this process's own environment, so that no setting of the machine gets into a test.
    env: { NODE_ENV: 'test', PROCESSOR_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(withChannel ? ['ipc' as const] : [])],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  // The event `close` does not come for a child that disconnected its channel, so its outputs are waited for here.
  const outputsEnded = [child.stdout, child.stderr].map((output) => output && finished(output));
  const ended = once(child, 'exit').then(async ([code]): Promise<Ended> => {
    await Promise.all(outputsEnded);
    running.delete(child);
    return { code: typeof code === 'number' ? code : null, stdout, stderr };
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      stdout += String(chunk);
      const address = /^processor listening on (http:\S+)\n/m.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then(({ code }) => reject(new Error(`The simulator ended with ${code}: ${stderr}`)));
  });
  url.catch(() => {});
  return { child, url, ended };
}
