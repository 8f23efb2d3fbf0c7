import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, type RunOptions, runNode } from '../../run/program';
import { type NamedTest, type Suite, suiteOf } from './mutant';
import type { ProjectCopy } from './project-copy';
import { readResults, type TestResult } from './test-report';

export interface TestRun {
  readonly copy: ProjectCopy;
  readonly tests: readonly NamedTest[];
  /** Whether stores must have a production build of the sources as they are now. */
  readonly isBuilt: boolean;
  readonly signal: AbortSignal;
}

/** Longer than any of these runs takes, a build included. */
const boundMs = 10 * 60_000;

/** Runs exactly the named tests in the copy, and returns what each of them came to. */
export async function runTests({ copy, tests, isBuilt, signal }: TestRun): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const suite of ['unit', 'database', 'browser'] as const) {
    const ofSuite = tests.filter((test) => suiteOf(test) === suite);
    if (ofSuite.length === 0 || signal.aborted) continue;
    const reportFile = path.join(copy.folder, '.data/reports', `${suite}-tests.json`);
    rmSync(reportFile, { force: true });
    const { output } = await launch(suite, copy, ofSuite, isBuilt, reportFile, signal);
    const report = readReport(reportFile);
    if (report === undefined) process.stderr.write(`\n${output.trim()}\n`);
    results.push(...readResults(report, ofSuite));
  }
  return results;
}

function launch(
  suite: Suite,
  { folder }: ProjectCopy,
  tests: readonly NamedTest[],
  isBuilt: boolean,
  reportFile: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const files = [...new Set(tests.map(({ file }) => file))];
  const pattern = tests.map(({ name }) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  // What a killed test leaves behind goes with the copy.
  const temporary = path.join(folder, '.data/tmp');
  mkdirSync(temporary, { recursive: true });
  const options = {
    env: { TMPDIR: temporary },
    signal: AbortSignal.any([signal, AbortSignal.timeout(boundMs)]),
  };
  if (suite === 'browser') return npmTest(folder, 'browser', ['-g', `(${pattern})$`, ...files], options);
  const chosen = ['-t', `^(${pattern})$`, ...files];
  if (suite === 'database' && isBuilt) return npmTest(folder, 'database', chosen, options);
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const report = ['--reporter=json', `--outputFile=${reportFile}`];
  return runNode([vitest, 'run', '--root', folder, '--project', suite, ...report, ...chosen], options);
}

/** What `npm run test:db` and `npm run test:e2e` do in the copy, its set-up and its build included. */
function npmTest(
  folder: string,
  selection: 'database' | 'browser',
  args: readonly string[],
  options: RunOptions,
): Promise<Outcome> {
  const bootstrap = path.join(folder, 'src/run/bootstrap.mjs');
  return runNode([bootstrap, 'test', selection, ...args], options);
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
