import {
  browser,
  browserTests,
  build,
  type Check,
  type CheckContext,
  client,
  cluster,
  crashTests,
  databaseTests,
  deadCode,
  directions,
  drift,
  explain,
  type Finding,
  format,
  longCrashTests,
  shortTorture,
  types,
  unitTests,
} from './checks';
import { Complaint, runCommand } from './complaint';
import { onInterruption } from './interruption';
import { oneFailed, sum } from './results';

/** Quick checks first; everything goes on after a failure unless it needs what failed. */
const everything = [
  client,
  format,
  types,
  directions,
  deadCode,
  cluster,
  drift,
  build,
  unitTests,
  databaseTests,
  browser,
  browserTests,
  crashTests,
  shortTorture,
];

/** What `npm run test:..` and `npm run typecheck` do: one check with the set-up that it needs. */
const selections: Record<string, readonly Check[]> = {
  types: [client, types],
  unit: [client, unitTests],
  database: [client, cluster, build, databaseTests],
  browser: [client, cluster, build, browser, browserTests],
  crash: [client, cluster, build, crashTests],
  'crash-long': [client, cluster, build, longCrashTests],
};

async function find(check: Check, failed: ReadonlySet<string>, context: CheckContext): Promise<Finding> {
  const missing = check.needs.filter((name) => failed.has(name));
  if (missing.length > 0)
    return { count: oneFailed, output: `Not run, since it needs: ${missing.join(', ')}.` };
  try {
    return await check.run(context);
  } catch (error) {
    return { count: oneFailed, output: explain(error) };
  }
}

/** Does one check, showing its name, its result and its time, and everything it said when it failed. */
async function perform(check: Check, failed: Set<string>, context: CheckContext): Promise<Finding> {
  process.stdout.write(context.isShown ? `${check.name}\n` : `${check.name} ..`);
  const startedAt = performance.now();
  const finding = await find(check, failed, context);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { passed, failed: failures } = finding.count;
  if (failures > 0) failed.add(check.name);
  const result = failures > 0 ? `FAILED (${passed} passed, ${failures} failed)` : `${passed} passed`;
  process.stdout.write(`${context.isShown ? `${check.name}:` : ''} ${result}, ${seconds} s\n`);
  if (failures > 0 && !context.isShown) process.stdout.write(`\n${finding.output.trim()}\n\n`);
  return finding;
}

await runCommand(async () => {
  const [selection, ...args] = process.argv.slice(2);
  const checks = selection === undefined ? everything : selections[selection];
  if (checks === undefined)
    throw new Complaint(`Say nothing, or one of: ${Object.keys(selections).join(', ')}.`);

  const ending = new AbortController();
  const ignore = onInterruption(
    () => ending.abort(),
    () => undefined,
  );
  const undos: (() => Promise<void>)[] = [];
  const findings: Finding[] = [];
  const failed = new Set<string>();
  try {
    for (const check of checks) {
      if (ending.signal.aborted) break;
      const isLast = check === checks.at(-1);
      findings.push(
        await perform(check, failed, {
          signal: ending.signal,
          args: isLast ? args : [],
          isShown: selection !== undefined && isLast,
          atEnd: (undo) => undos.push(undo),
        }),
      );
    }
  } finally {
    for (const undo of undos.reverse()) await undo();
    ignore();
  }
  if (ending.signal.aborted) throw new Complaint('Interrupted: not everything has been tested.');
  const total = sum(findings.map(({ count }) => count));
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
