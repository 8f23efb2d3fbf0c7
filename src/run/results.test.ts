import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, sum } from './results';

const vitestReport = (numPassedTests: number, numFailedTests: number, success = numFailedTests === 0) => ({
  numPassedTests,
  numFailedTests,
  numPendingTests: 3,
  success,
});

const playwrightReport = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 2 },
});

describe('counting results', () => {
  it('adds up what passed and what failed', () => {
    const counts = [
      { passed: 2, failed: 0 },
      { passed: 0, failed: 1 },
    ];
    expect(sum(counts)).toEqual({ passed: 2, failed: 1 });
    expect(sum([])).toEqual({ passed: 0, failed: 0 });
  });

  it('does not count skipped tests as passed', () => {
    expect(countVitest(vitestReport(5, 0), true)).toEqual({ passed: 5, failed: 0 });
    expect(countPlaywright(playwrightReport(4, 1), false)).toEqual({ passed: 4, failed: 1 });
  });

  it('fails when no test ran', () => {
    expect(countVitest(vitestReport(0, 0), true)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright(playwrightReport(0, 0), true)).toEqual({ passed: 0, failed: 1 });
  });

  it('fails when the program failed although every test that ran has passed', () => {
    expect(countVitest(vitestReport(5, 0, false), true)).toEqual({ passed: 5, failed: 1 });
    expect(countVitest(vitestReport(5, 0), false)).toEqual({ passed: 5, failed: 1 });
    expect(countPlaywright(playwrightReport(5, 0), false)).toEqual({ passed: 5, failed: 1 });
  });

  it('fails when there is no report, or not one of that program', () => {
    for (const report of [undefined, null, {}, 'text']) {
      expect(countVitest(report, true)).toEqual({ passed: 0, failed: 1 });
      expect(countPlaywright(report, true)).toEqual({ passed: 0, failed: 1 });
    }
  });

  it('counts a browser test that passed only when repeated as failed', () => {
    expect(countPlaywright(playwrightReport(3, 0, 1), true)).toEqual({ passed: 3, failed: 1 });
  });
});
