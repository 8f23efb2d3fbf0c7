import { writeFileSync } from 'node:fs';
import type { Check, Violation } from './check';
import type { Flags } from './flags';
import { tableOf } from './summary';
import type { Result } from './torture';
import { line } from './witness';

/** More than this of one kind helps nobody. */
const mostShown = 5;

/** What a run came to, for people. */
export function tell(result: Result, say: (line: string) => void): void {
  for (const check of result.checks) {
    say(`  ${check.violations.length > 0 ? 'BROKEN' : 'holds '}  ${check.name} (${check.count})`);
    for (const violation of check.violations.slice(0, mostShown)) say(evidence(violation, result));
    if (check.violations.length > mostShown) say(`    .. and ${check.violations.length - mostShown} more`);
  }
  say(`\n${tableOf(result.totals)}\n`);
}

/** Everything that is known of a violation: what its shopper lived through, and what crossed the wire. */
function evidence({ what, purchase }: Violation, { chronicle, witness, truth }: Result): string {
  const head = `    - ${what.trimEnd().replaceAll('\n', '\n      ')}`;
  if (!purchase) return head;
  const processorKey = truth.ordersByKey.get(purchase.key)?.processorKey;
  const keys = [purchase.key, ...(processorKey === undefined ? [] : [processorKey])];
  return [
    head,
    `      The purchase ${purchase.key} of ${purchase.shopper}:`,
    ...chronicle.historyOf(purchase.shopper).map((told) => `        ${told}`),
    '      On the wire:',
    ...witness.about(keys).map((exchange) => `        ${line(exchange)}`),
  ].join('\n');
}

/** The same for programs: how many checks passed and failed, and the numbers of the run. */
export function writeReport(
  file: string,
  { seed, minutes, shoppers }: Flags,
  { checks, totals }: Result,
): void {
  const failed = checks.filter(isBroken).length;
  const report = {
    ...{ seed, minutes, shoppers, passed: checks.length - failed, failed },
    totals: Object.fromEntries(totals),
    checks: checks.map(({ name, count, violations }) => ({
      ...{ name, count },
      violations: violations.map(({ what, purchase }) => ({ what, key: purchase?.key ?? null })),
    })),
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

export function isBroken({ violations }: Check): boolean {
  return violations.length > 0;
}
