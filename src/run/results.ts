import { z } from 'zod';

/** How many passed and how many failed, of whatever was counted. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export const onePassed: Count = { passed: 1, failed: 0 };
export const oneFailed: Count = { passed: 0, failed: 1 };

export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/**
 * The count of a test program, made honest: a program that failed without a failing test (a file that cannot be
 * loaded, a crash) counts as one failure, and so does one that ran no test at all.
 */
function honest(count: Count, isSuccess: boolean): Count {
  const hasNothing = count.passed + count.failed === 0;
  const isFailureUncounted = !isSuccess && count.failed === 0;
  return hasNothing || isFailureUncounted ? { ...count, failed: count.failed + 1 } : count;
}

const VitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), success: z.boolean() });

/** Reads what `vitest --reporter=json` has written. Skipped tests count as neither. */
export function countVitest(report: unknown, isSuccess: boolean): Count {
  const parsed = VitestReport.safeParse(report);
  if (!parsed.success) return oneFailed;
  const { numPassedTests: passed, numFailedTests: failed, success } = parsed.data;
  return honest({ passed, failed }, isSuccess && success);
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
});

/** Reads what `playwright test --reporter=json` has written. A test that passed only when repeated has failed. */
export function countPlaywright(report: unknown, isSuccess: boolean): Count {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return oneFailed;
  const { expected, unexpected, flaky } = parsed.data.stats;
  return honest({ passed: expected, failed: unexpected + flaky }, isSuccess);
}

const TortureReport = z.object({ passed: z.int(), failed: z.int() });

/** Reads what `torture --report` has written. */
export function countTorture(report: unknown, isSuccess: boolean): Count {
  const parsed = TortureReport.safeParse(report);
  return parsed.success ? honest(parsed.data, isSuccess) : oneFailed;
}
