import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { inProject } from './project';

const leash = pathToFileURL(inProject('src/run/leash.mjs')).href;
const forEver = 'setInterval(() => undefined, 1_000)';

function start(...imports: readonly string[]) {
  const args = imports.flatMap((module) => ['--import', module]);
  return spawn(process.execPath, [...args, '-e', `process.send?.('here'); ${forEver}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

it('ends a process whose starter is gone', async () => {
  const child = start(leash);
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

it('ends a process whose starter was gone before it had come so far', async () => {
  // Until the channel is closed, and that has been heard, nothing of the leash is loaded.
  const wait = 'while (process.connected) await new Promise((resolve) => setTimeout(resolve, 1));';
  const child = start(`data:text/javascript,${encodeURIComponent(`process.channel.ref(); ${wait}`)}`, leash);
  await once(child, 'spawn');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});
