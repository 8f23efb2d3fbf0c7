/**
 * Runs a program that is not Node on the leash of the one who started it: `node keeper.mjs <settings as JSON>`.
 * PostgreSQL itself would outlive a killed supervisor. SIGTERM, or the end of the starter, becomes `stopSignal`.
 */
import { spawn } from 'node:child_process';

const { command, args, env, uid, gid, cwd, stopSignal } = JSON.parse(process.argv[2] ?? '{}');
const child = spawn(command, args, { env, uid, gid, cwd, stdio: ['ignore', 'inherit', 'inherit'] });

const stop = () => child.kill(stopSignal);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGQUIT', () => child.kill('SIGQUIT'));
process.on('disconnect', stop);

child.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (signal) console.error(`${command} was ended by ${signal}`);
  process.exit(code ?? 1);
});
