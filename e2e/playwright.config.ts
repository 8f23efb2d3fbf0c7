import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from '../src/run/testbed/browser';

const executablePath = findBrowser();

/** The stories of the shop in a real browser, against the production build; global-setup.ts opens the shop. */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './global-setup.ts',
  // One processor and one shop serve all stories, and some of them slow these down.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // The specs run in processes that are started after the shop is open.
    ...(process.env.E2E_SHOP_URL === undefined ? {} : { baseURL: process.env.E2E_SHOP_URL }),
    browserName: 'chromium',
    launchOptions: { args: browserArgs, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
