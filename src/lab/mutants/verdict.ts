import type { TestResult } from './test-report';

/** What became of one mutant. */
export type Verdict =
  /** Each of its tests failed, as a test. */
  | { readonly kind: 'caught' }
  /** A test that should have failed passed. */
  | { readonly kind: 'missed' }
  /** It says nothing: a test could not be run, or the mutant cannot be made. */
  | { readonly kind: 'broken'; readonly why: string };

export function judge(results: readonly TestResult[]): Verdict {
  if (results.length === 0) return { kind: 'broken', why: 'no test is named for it' };
  const notRun = results.find(({ end }) => end === 'not_run');
  if (notRun !== undefined) return { kind: 'broken', why: `"${notRun.name}" was not run: ${notRun.said}` };
  return { kind: results.every(({ end }) => end === 'failed') ? 'caught' : 'missed' };
}
