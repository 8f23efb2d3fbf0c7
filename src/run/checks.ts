import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildWhenStale } from './build';
import { generateClient } from './client';
import { Complaint } from './complaint';
import { ensureBrowser } from './install-browser';
import { migrationSqlStillMissing } from './migrate';
import { typescriptArgs } from './processes';
import { type Outcome, runNode } from './program';
import { dataRoot, inProject } from './project';
import { type Count, countPlaywright, countTorture, countVitest, oneFailed, onePassed } from './results';
import { openCluster } from './testbed/cluster';
import { clusterUrl } from './testbed/database';

/** What a check found: its count, and what to show when something failed. */
export interface Finding {
  readonly count: Count;
  readonly output: string;
}

export interface CheckContext {
  readonly signal: AbortSignal;
  /** Further arguments for the test program, such as the name of a file. */
  readonly args: readonly string[];
  /** Shows the output of test programs as it comes. */
  readonly isShown: boolean;
  /** Has something undone after the last check. */
  atEnd(undo: () => Promise<void>): void;
}

export interface Check {
  readonly name: string;
  /** Names of checks that must have passed before. */
  readonly needs: readonly string[];
  run(context: CheckContext): Promise<Finding>;
}

const passed: Finding = { count: onePassed, output: '' };

/** A tool that passes when it exits with 0. */
function tool(name: string, needs: readonly string[], file: string, ...args: readonly string[]): Check {
  return {
    name,
    needs,
    run: async ({ signal }) => {
      const { ok, output } = await runNode([inProject('node_modules', file), ...args], { signal });
      return { count: ok ? onePassed : oneFailed, output };
    },
  };
}

/** A test program that writes a report in JSON beside what it prints. */
function tests(
  name: string,
  needs: readonly string[],
  launch: (reportFile: string, context: CheckContext) => Promise<Outcome>,
  count: (report: unknown, isSuccess: boolean) => Count,
): Check {
  return {
    name,
    needs,
    run: async (context) => {
      const reportFile = path.join(dataRoot, 'reports', `${name.toLowerCase().replaceAll(' ', '-')}.json`);
      mkdirSync(path.dirname(reportFile), { recursive: true });
      rmSync(reportFile, { force: true });
      const { ok, output } = await launch(reportFile, context);
      return { count: count(readReport(reportFile), ok), output };
    },
  };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function vitest(name: string, project: string, needs: readonly string[]): Check {
  const launch = (reportFile: string, { args, signal, isShown }: CheckContext) =>
    runNode(
      [
        inProject('node_modules/vitest/vitest.mjs'),
        ...['run', '--project', project, '--reporter=default', '--reporter=json'],
        ...[`--outputFile.json=${reportFile}`, ...args],
      ],
      { signal, isShown },
    );
  return tests(name, needs, launch, countVitest);
}

export const client: Check = {
  name: 'Prisma client',
  needs: [],
  run: async () => {
    await generateClient();
    return passed;
  },
};

export const format = tool('Format and lint', [], '@biomejs/biome/bin/biome', 'check');
export const types = tool('Types', [client.name], 'typescript/bin/tsc', '--project', '.');
export const directions = tool(
  'Import directions',
  [client.name],
  'dependency-cruiser/bin/dependency-cruise.mjs',
  ...['--config', 'src/run/directions.mjs', 'src', 'prisma', 'e2e'],
);
export const deadCode = tool('Dead code', [client.name], 'knip/bin/knip.js');

export const cluster: Check = {
  name: 'PostgreSQL of the tests',
  needs: [client.name],
  run: async ({ atEnd }) => {
    atEnd(await openCluster());
    return passed;
  },
};

export const drift: Check = {
  name: 'Migrations match the schema',
  needs: [cluster.name],
  run: async () => {
    const sql = await migrationSqlStillMissing(clusterUrl());
    if (sql === '') return passed;
    return { count: oneFailed, output: `The migrations lack this (npm run db:diff writes it):\n${sql}` };
  },
};

export const build: Check = {
  name: 'Production build',
  needs: [client.name],
  run: async ({ signal }) => {
    await buildWhenStale(signal);
    return passed;
  },
};

export const browser: Check = {
  name: 'Browser',
  needs: [],
  run: async ({ signal }) => {
    await ensureBrowser(signal);
    return passed;
  },
};

export const unitTests = vitest('Unit tests', 'unit', [client.name]);
export const databaseTests = vitest('Database tests', 'database', [cluster.name, build.name]);
export const crashTests = vitest('Crashes at every exchange', 'crash', [cluster.name, build.name]);
export const longCrashTests = vitest('More crashes', 'crash-long', [cluster.name, build.name]);

/** A short one, always with the same draws; what meets what differs from run to run all the same. */
export const shortTorture = tests(
  'Torture',
  [client.name, build.name],
  (reportFile, { args, signal, isShown }) =>
    runNode(
      [
        ...typescriptArgs,
        inProject('src/lab/torture/main.ts'),
        ...['--minutes', '0.5', '--seed', '1', '--report', reportFile, ...args],
      ],
      { signal, isShown },
    ),
  countTorture,
);

export const browserTests = tests(
  'Browser tests',
  [cluster.name, build.name, browser.name],
  (reportFile, { args, signal, isShown }) =>
    runNode(
      [
        inProject('node_modules/@playwright/test/cli.js'),
        ...['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
      ],
      { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }, signal, isShown },
    ),
  countPlaywright,
);

/** The sentence for the person, when a check could not be done at all. */
export function explain(error: unknown): string {
  if (error instanceof Complaint) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
