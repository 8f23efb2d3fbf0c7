import { existsSync } from 'node:fs';
import { Complaint } from './complaint';
import { runNode, runProgram } from './program';
import { inProject } from './project';
import { findBrowser } from './testbed/browser';

/** Finds a browser for the tests, installing one when there is none. Returns the path of its program. */
export async function ensureBrowser(signal: AbortSignal): Promise<string> {
  const found = findBrowser() ?? (await install(signal));
  if (found !== undefined) return found;
  throw new Complaint(
    'There is no browser for the tests. Install Chromium, or run "npx playwright install --with-deps chromium"; then run npm test again.',
  );
}

async function install(signal: AbortSignal): Promise<string | undefined> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env, signal });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, signal });
    if (findBrowser() !== undefined) return findBrowser();
  }
  await runNode([inProject('node_modules/@playwright/test/cli.js'), 'install', 'chromium'], { signal });
  return findBrowser();
}
