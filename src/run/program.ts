import { spawn } from 'node:child_process';
import { projectRoot } from './project';
import { asProcessEnv, type Variables } from './variables';

export interface Outcome {
  readonly ok: boolean;
  /** Standard output and standard error, in the order they came. */
  readonly output: string;
}

export interface RunOptions {
  readonly env?: Variables;
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal;
  /** Shows the output as it comes, too. */
  readonly isShown?: boolean;
}

/** Runs a program to its end and collects what it says. One that cannot be started rejects. */
export function runProgram(
  command: string,
  args: readonly string[],
  { env = {}, signal, isShown = false }: RunOptions = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: asProcessEnv({ ...process.env, ...env }),
      // A group of its own, so that what the program starts ends with it: test programs leave their workers behind.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    };
    signal?.addEventListener('abort', end);
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer) => {
      chunks.push(chunk);
      if (isShown) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** Runs a Node script to its end. */
export function runNode(args: readonly string[], options?: RunOptions): Promise<Outcome> {
  return runProgram(process.execPath, args, options);
}
