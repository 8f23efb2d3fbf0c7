import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildWhenStale } from '@/run/build';
import { Complaint, runCommand } from '@/run/complaint';
import { measureContention } from './contention/measure';
import { measureCost } from './cost/measure';
import { measureGrowth } from './growth/measure';
import { measureJoins } from './joins/measure';
import type { Measured, Part } from './measured';
import { measureOverload } from './overload/measure';
import { measurePurchases } from './purchases/measure';
import { measureReplays } from './replays/measure';
import { writeReport } from './report/files';
import { machine } from './report/machine';
import { terminalChart } from './report/terminal-chart';
import { measureRetries } from './retries/measure';
import { removeLaboratoryBuild } from './unprotected/build';
import { measureWire } from './wire-overhead';

// Measures what has a goal: `npm run bench`, or `npm run bench -- retries` for a part. Every figure is taken in one run
// against what it is compared with: machines differ.

const parts: Readonly<Record<string, Part>> = {
  purchases: measurePurchases,
  replays: measureReplays,
  joins: measureJoins,
  contention: measureContention,
  cost: measureCost,
  growth: measureGrowth,
  wire: measureWire,
  retries: measureRetries,
  overload: measureOverload,
};

/** Fewer turns would say little of the spread. */
const leastRounds = 5;

const numbers = z.object({
  rounds: z.coerce.number().int().min(leastRounds).default(leastRounds),
  seconds: z.coerce.number().min(0.5).default(1),
  purchases: z.coerce.number().int().min(100).default(5_000),
  keys: z.coerce.number().int().min(10_000).max(10_000_000).default(1_000_000),
  orders: z.coerce.number().int().min(1_000).max(1_000_000).default(100_000),
});

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: Object.fromEntries(
      Object.keys(numbers.shape).map((name) => [name, { type: 'string' } as const]),
    ),
    allowPositionals: true,
  });
  const options = numbers.safeParse(values);
  if (!options.success) {
    throw new Complaint(
      options.error.issues.map(({ path: [name], message }) => `--${String(name)}: ${message}`).join('. '),
    );
  }
  const unheardOf = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unheardOf.length > 0) {
    throw new Complaint(
      `There is nothing to measure called ${unheardOf.join(', ')}: say ${Object.keys(parts).join(', ')}.`,
    );
  }
  await buildWhenStale();
  const folder = mkdtempSync(path.join(tmpdir(), 'doubletap-bench-'));
  const measured: Record<string, Measured> = {};
  try {
    console.log(machine().text);
    for (const [name, measure] of Object.entries(parts)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      console.log(`\n${name}`);
      measured[name] = await measure(folder, options.data);
      tell(measured[name]);
    }
  } finally {
    await removeLaboratoryBuild();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\nwritten: ${writeReport(measured, options.data)}`);
  return Object.values(measured).some(({ figures }) => figures.some(({ isMet }) => isMet === false)) ? 1 : 0;
});

function tell({ figures, measures = [] }: Measured): void {
  for (const { text, goal, isMet } of figures) {
    console.log(goal ? `  ${text} (goal: ${goal}; ${isMet ? 'met' : 'MISSED'})` : `  ${text}`);
  }
  for (const line of terminalChart(measures)) console.log(`  ${line}`);
}
