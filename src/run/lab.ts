import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { generateClient } from './client';
import { Complaint, runCommand } from './complaint';
import { onInterruption } from './interruption';
import { typescriptArgs } from './processes';
import { inProject } from './project';

/** The laboratory's commands: each is a program of its own, `src/lab/<name>/main.ts`. */
function findCommands(): string[] {
  return readdirSync(inProject('src/lab')).filter((name) =>
    existsSync(inProject('src/lab', name, 'main.ts')),
  );
}

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const commands = findCommands();
  if (!commands.includes(name)) throw new Complaint(`Say one of: ${commands.join(', ')}.`);
  await generateClient();
  const child = spawn(process.execPath, [...typescriptArgs, inProject('src/lab', name, 'main.ts'), ...args], {
    stdio: 'inherit',
  });
  // The program ends what it has started; a signal that is meant for one of the two must not leave the other.
  const ignore = onInterruption(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGTERM'),
  );
  const [code] = await once(child, 'exit');
  ignore();
  return typeof code === 'number' ? code : 1;
});
