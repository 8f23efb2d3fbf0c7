import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { NamedTest } from './mutant';

/** What one test came to. */
export interface TestResult extends NamedTest {
  readonly end: 'passed' | 'failed' | 'not_run';
  /** What a failure said, or why it was not run; the first lines of it. */
  readonly said: string;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});

interface Group {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly z.output<typeof Spec>[];
  readonly suites?: readonly Group[] | undefined;
}

const Group: z.ZodType<Group> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string(),
    specs: z.array(Spec),
    suites: z.array(Group).optional(),
  }),
);

const PlaywrightReport = z.object({
  suites: z.array(Group),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/**
 * Reads what became of the named tests in a report of Vitest or Playwright. One that is not there, or was skipped because
 * its file could not be loaded or its set-up failed, was not run.
 */
export function readResults(report: unknown, tests: readonly NamedTest[]): TestResult[] {
  const vitest = VitestReport.safeParse(report);
  const playwright = PlaywrightReport.safeParse(report);
  return tests.map((test) => {
    if (vitest.success) return { ...test, ...inVitest(vitest.data, test) };
    if (playwright.success) return { ...test, ...inPlaywright(playwright.data, test) };
    return { ...test, ...notRun('there is no report') };
  });
}

type End = Pick<TestResult, 'end' | 'said'>;

function inVitest({ testResults }: z.output<typeof VitestReport>, { file, name }: NamedTest): End {
  const found = testResults.find((one) => one.name.endsWith(path.posix.join('/', file)));
  if (found === undefined) return notRun('its file was not run');
  const test = found.assertionResults.find(({ fullName }) => fullName === name);
  if (test === undefined) return notRun(found.message || 'its file holds no test of that name');
  if (test.status === 'passed') return { end: 'passed', said: '' };
  if (test.status !== 'failed') return notRun(found.message || `it is ${test.status}`);
  return failed(test.failureMessages.join('\n'));
}

function inPlaywright({ suites, errors }: z.output<typeof PlaywrightReport>, test: NamedTest): End {
  const spec = suites.flatMap((group) => specsOf(group, [])).find(({ name }) => name === test.name);
  const [run] = spec?.tests ?? [];
  if (spec === undefined || run === undefined || run.status === 'skipped')
    return notRun(errors[0]?.message ?? 'its file holds no test of that name');
  if (spec.ok) return { end: 'passed', said: '' };
  return failed(run.results.map(({ error }) => error?.message ?? '').join('\n'));
}

function specsOf(group: Group, above: readonly string[]): (z.output<typeof Spec> & { name: string })[] {
  const titles = group.title === group.file ? above : [...above, group.title];
  return [
    ...group.specs.map((spec) => ({ ...spec, name: [...titles, spec.title].join(' ') })),
    ...(group.suites ?? []).flatMap((inner) => specsOf(inner, titles)),
  ];
}

/** A mistake in the changed code itself: it says nothing of the protection that is gone. */
const mistake = /^(ReferenceError|SyntaxError|TypeError)\b/;

function failed(message: string): End {
  const said = firstLines(message);
  return mistake.test(said) ? notRun(said) : { end: 'failed', said };
}

function notRun(why: string): End {
  return { end: 'not_run', said: firstLines(why) };
}

/** What was said, without colours and without where: stack traces begin with an indented `at`. */
function firstLines(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const end = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, end === -1 ? 6 : Math.min(end, 6)).join('\n');
}
