import { parseArgs } from 'node:util';
import { Complaint, runCommand } from '../../run/complaint';
import { onInterruption } from '../../run/interruption';
import type { Mutant, NamedTest } from './mutant';
import { mutants } from './mutants';
import { copyProject, type ProjectCopy } from './project-copy';
import { runTests } from './run-tests';
import type { TestResult } from './test-report';
import { judge, type Verdict } from './verdict';

/**
 * `npm run mutants [-- <part of a name> ..]` takes one protection after the other out of a copy of the project, and shows
 * that the tests named for it fail. `--list` lists them; `--said` shows what the failing tests said, too.
 */

interface Judged {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  readonly seconds: string;
}

/** Those that need no build first: the copy's production build is of the unchanged sources until the first that does. */
const order: readonly Mutant['seenIn'][] = ['process', 'worker', 'store'];

function choose(parts: readonly string[]): Mutant[] {
  const isWanted = ({ name }: Mutant) => parts.length === 0 || parts.some((part) => name.includes(part));
  const chosen = order.flatMap((seenIn) => mutants.filter((mutant) => mutant.seenIn === seenIn));
  return chosen.filter(isWanted);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

const quoted = (tests: readonly NamedTest[]): string => tests.map(({ name }) => `"${name}"`).join(', ');

/** Every named test must pass on the unchanged copy: one that always fails catches nothing. */
async function requireBaseline(copy: ProjectCopy, chosen: readonly Mutant[], signal: AbortSignal) {
  process.stdout.write('the unchanged project ..');
  const startedAt = performance.now();
  const results: TestResult[] = [];
  for (const isBuilt of [false, true]) {
    const named = chosen.filter(({ seenIn }) => (seenIn !== 'process') === isBuilt);
    const tests = new Map(
      named.flatMap(({ caughtBy }) => caughtBy.map((test) => [`${test.file} ${test.name}`, test])),
    );
    results.push(...(await runTests({ copy, tests: [...tests.values()], isBuilt, signal })));
  }
  if (signal.aborted) return;
  const bad = results.filter(({ end }) => end !== 'passed');
  if (bad.length > 0) {
    const lines = bad.map(({ file, name, said }) => `  ${file}: ${name}\n${said}`);
    throw new Complaint(`These tests do not pass on the unchanged project:\n${lines.join('\n')}`);
  }
  process.stdout.write(` ${results.length} tests pass, ${secondsSince(startedAt)} s\n`);
}

async function tryOne(
  copy: ProjectCopy,
  { edits, seenIn, caughtBy }: Mutant,
  signal: AbortSignal,
): Promise<{ verdict: Verdict; results: readonly TestResult[] }> {
  let restore: () => void;
  try {
    restore = copy.apply(edits);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { verdict: { kind: 'broken', why: `does not apply: ${why}` }, results: [] };
  }
  try {
    const results = await runTests({ copy, tests: caughtBy, isBuilt: seenIn === 'store', signal });
    return { verdict: judge(results), results };
  } finally {
    restore();
  }
}

function tell(verdict: Verdict, results: readonly TestResult[]): string {
  switch (verdict.kind) {
    case 'caught':
      return `caught by ${quoted(results)}`;
    case 'missed':
      return `MISSED by ${quoted(results.filter(({ end }) => end === 'passed'))}`;
    case 'broken':
      return `BROKEN: ${verdict.why}`;
  }
}

async function tryAll(
  copy: ProjectCopy,
  chosen: readonly Mutant[],
  isSaid: boolean,
  signal: AbortSignal,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const mutant of chosen) {
    if (signal.aborted) break;
    process.stdout.write(`${mutant.name} ..`);
    const startedAt = performance.now();
    const { verdict, results } = await tryOne(copy, mutant, signal);
    if (signal.aborted) break;
    const seconds = secondsSince(startedAt);
    process.stdout.write(` ${tell(verdict, results)}, ${seconds} s\n`);
    if (isSaid) for (const { said } of results) process.stdout.write(`${said.replaceAll(/^/gm, '    ')}\n`);
    judged.push({ mutant, verdict, seconds });
  }
  return judged;
}

function showTable(judged: readonly Judged[]): void {
  const width = Math.max(...judged.map(({ mutant }) => mutant.name.length));
  console.log('');
  for (const { mutant, verdict, seconds } of judged) {
    const word = verdict.kind === 'caught' ? 'caught' : verdict.kind.toUpperCase();
    console.log(`${mutant.name.padEnd(width)}  ${word}  ${seconds.padStart(6)} s  without ${mutant.without}`);
  }
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean' }, said: { type: 'boolean' } },
    allowPositionals: true,
  });
  const chosen = choose(positionals);
  if (chosen.length === 0) throw new Complaint('There is no mutant of that name; --list lists them.');
  if (values.list) {
    for (const { name, without, caughtBy } of chosen)
      console.log(`${name}\n  without ${without}\n  caught by ${quoted(caughtBy)}`);
    return 0;
  }

  const ending = new AbortController();
  const ignore = onInterruption(
    () => ending.abort(),
    () => undefined,
  );
  const copy = copyProject(chosen.some(({ seenIn }) => seenIn !== 'process'));
  let judged: Judged[];
  try {
    await requireBaseline(copy, chosen, ending.signal);
    judged = await tryAll(copy, chosen, values.said ?? false, ending.signal);
  } finally {
    copy.remove();
    ignore();
  }
  if (ending.signal.aborted) throw new Complaint('Interrupted: not every mutant has been tried.');
  showTable(judged);
  const tally = (kind: Verdict['kind']) => judged.filter(({ verdict }) => verdict.kind === kind).length;
  const broken = tally('broken');
  console.log(
    `\n${tally('caught')} caught, ${tally('missed')} missed${broken > 0 ? `, ${broken} broken` : ''}`,
  );
  return tally('caught') === judged.length ? 0 : 1;
});
