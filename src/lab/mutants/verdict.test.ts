import { describe, expect, it } from 'vitest';
import { readResults } from './test-report';
import { judge, type Verdict } from './verdict';

/** Only a test that ran and failed catches a mutant. */
const file = 'src/ledger/post.db.test.ts';

function vitest(status: string, said: string, message = ''): object {
  const assertionResults = [{ fullName: 'post balances', status, failureMessages: said ? [said] : [] }];
  return { testResults: [{ name: `/tmp/copy/${file}`, message, assertionResults }] };
}

function playwright(status: string, ok: boolean, errors: readonly object[] = []): object {
  const results = [{ error: ok ? undefined : { message: '\u001b[31mError: two keys\u001b[39m' } }];
  const spec = { title: 'double tap', ok, tests: [{ status, results }] };
  const group = { title: 'pay.spec.ts', file: 'pay.spec.ts', specs: errors.length > 0 ? [] : [spec] };
  return { suites: [group], errors };
}

function verdict(report: unknown, test = { file, name: 'post balances' }): Verdict {
  return judge(readResults(report, [test]));
}

describe('a mutant', () => {
  it('is caught by a test that failed, and what that said is kept without its stack', () => {
    const report = vitest('failed', 'AssertionError: expected 1 to be 2\n    at post.ts:1:1');
    expect(verdict(report)).toEqual({ kind: 'caught' });
    expect(readResults(report, [{ file, name: 'post balances' }])[0]?.said).toBe(
      'AssertionError: expected 1 to be 2',
    );
  });

  it('is missed by a test that passed, also when another one failed', () => {
    expect(verdict(vitest('passed', ''))).toEqual({ kind: 'missed' });
    const one = { file, name: 'one', said: '' };
    expect(
      judge([
        { ...one, end: 'failed' },
        { ...one, end: 'passed' },
      ]),
    ).toEqual({ kind: 'missed' });
  });

  it.each([
    ['a test was skipped because its set-up failed', vitest('skipped', '', 'the set-up failed')],
    [
      'its file could not be loaded',
      { testResults: [{ name: `/${file}`, message: 'no such module', assertionResults: [] }] },
    ],
    ['its file was not run', { testResults: [] }],
    ['the code of the mutant is no program', vitest('failed', 'ReferenceError: log is not defined')],
    ['there is no report', undefined],
  ])('is broken when %s', (_, report) => {
    expect(verdict(report).kind).toBe('broken');
  });

  it('is broken when no test is named for it', () => {
    expect(judge([]).kind).toBe('broken');
  });

  it('is judged by a browser test in the same way', () => {
    const test = { file: 'e2e/pay.spec.ts', name: 'double tap' };
    expect(verdict(playwright('unexpected', false), test)).toEqual({ kind: 'caught' });
    expect(verdict(playwright('expected', true), test)).toEqual({ kind: 'missed' });
    expect(verdict(playwright('skipped', true), test).kind).toBe('broken');
    expect(verdict(playwright('expected', true, [{ message: 'no shop' }]), test)).toEqual({
      kind: 'broken',
      why: '"double tap" was not run: no shop',
    });
    expect(readResults(playwright('unexpected', false), [test])[0]?.said).toBe('Error: two keys');
  });
});
