import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const elsewhere = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the tests: Playwright's own when it has been downloaded, else the machine's, else none. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...elsewhere].find((file) => existsSync(file));
}

/** How it is started: as root it has no sandbox of its own, and it fetches nothing on its own account. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
