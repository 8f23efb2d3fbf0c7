import path from 'node:path';
import { logRoot } from '../project';
import type { Variables } from '../variables';
import { unlimited } from './settings';

/** The logs of the last run of the tests. */
export const testLogFolder = path.join(logRoot, 'test');

let started = 0;

/** A log file of its own for every process that a test starts. */
export function testLogFile(name: string): string {
  started += 1;
  return path.join(testLogFolder, `${name}-${process.pid}-${started}.log`);
}

/** What a process that a test starts sees of the caller's environment: nothing that could change its behaviour. */
export function plainEnvironment(): Variables {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' };
}

/** The settings that every process of a shop under test shares. */
export function shopEnvironment(databaseUrl: string, processorUrl: string): Variables {
  return {
    ...plainEnvironment(),
    SESSION_SECRET: 'the session secret of the tests, 32 characters or more',
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: 'sk_test_demo',
    STRIPE_API_BASE: processorUrl,
    STRIPE_WEBHOOK_SECRET: testWebhookSecret,
    ...unlimited,
  };
}

export const testWebhookSecret = 'whsec_of_the_tests';
