import type { AuditLine } from './audit/check';
import { runAudit } from './run-audit';

/**
 * `npm run audit`: checks I1 to I12 over the whole database and the processor's report, and prints a line each. Ends with 1
 * when one is broken, with 2 when none is but the processor cannot be reached, so that not all could be checked.
 */
async function run(): Promise<number> {
  const { lines, isClean, processorError } = await runAudit();
  for (const line of lines) console.log(told(line));
  if (processorError !== null) console.log(`\nThe processor's report cannot be read: ${processorError}`);
  if (!isClean) return 1;
  return processorError === null ? 0 : 2;
}

function told({ invariant, what, counted, unit, broken, brokenCount, unchecked }: AuditLine): string {
  const state = brokenCount > 0 ? 'BROKEN' : unchecked !== null ? 'partly' : 'holds';
  const more = brokenCount > broken.length ? [`and ${brokenCount - broken.length} more`] : [];
  const remarks = [...broken, ...more, ...(unchecked !== null ? [unchecked] : [])];
  const head = `${invariant.padEnd(4)} ${state.padEnd(7)} ${what} (${counted} ${unit})`;
  return [head, ...remarks.map((remark) => `       - ${remark}`)].join('\n');
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`The audit could not be made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
process.exit();
