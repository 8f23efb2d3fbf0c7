import { execFile } from 'node:child_process';
import { typescriptArgs } from '../processes';
import { inProject } from '../project';
import { asProcessEnv, type Variables } from '../variables';

export type OperatorCommand = 'audit' | 'jobs';

/** What a command said, and its exit code. */
export interface Said {
  readonly code: number;
  readonly lines: string;
}

/** An operator's command on a shop with these settings, run as a program of its own to its end, whatever that is. */
export function operate(
  settings: Variables,
  command: OperatorCommand,
  ...args: readonly string[]
): Promise<Said> {
  const program = [...typescriptArgs, inProject(`src/jobs/${command}-command.ts`), ...args];
  const env = asProcessEnv({ ...settings, LOG_LEVEL: 'silent' });
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}` }),
    );
  });
}
