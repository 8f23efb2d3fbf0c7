import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const unitTests = ['src/**/*.test.{ts,tsx}', 'prisma/*.test.ts'];
const databaseTests = 'src/**/*.db.test.ts';
const crashTests = 'src/**/*.crash.test.ts';
const longCrashTests = 'src/**/*.long-crash.test.ts';

/** Processes are killed in them and come back. */
const crashes = {
  globalSetup: ['src/run/testbed/global-setup.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // Mostly they wait: for a process to come back, for a lease to run out.
  maxWorkers: 4,
};

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: folder('./src/') },
      { find: /^@prisma-client\//, replacement: folder('./prisma/client/') },
    ],
  },
  test: {
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unitTests,
          exclude: [databaseTests, crashTests, longCrashTests],
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [databaseTests],
          globalSetup: ['src/run/testbed/global-setup.ts'],
          // Real servers are started and killed in them, on machines with as few as two cores.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'crash', include: [crashTests], ...crashes, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: { name: 'crash-long', include: [longCrashTests], ...crashes, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
