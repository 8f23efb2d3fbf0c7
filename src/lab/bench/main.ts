import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from './figure';
import { measureOverload } from './overload/measure';
import { measureRetries } from './retries/measure';
import { measureWire } from './wire-overhead';

// Measures what has a goal: `npm run bench`, or `npm run bench -- retries` for a part. Every figure is taken in one run
// against what it is compared with: machines differ.

const parts: Record<string, (folder: string) => Promise<Figure[]>> = {
  wire: measureWire,
  retries: measureRetries,
  overload: measureOverload,
};

const chosen = process.argv.slice(2);
const unheardOf = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unheardOf.length > 0) {
  console.error(
    `There is nothing to measure called ${unheardOf.join(', ')}: say ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'doubletap-bench-'));
let missed = 0;
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n${name}`);
    for (const { text, goal, isMet } of await measure(folder)) {
      if (isMet === false) missed += 1;
      console.log(goal ? `  ${text} (goal: ${goal}; ${isMet ? 'met' : 'MISSED'})` : `  ${text}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;
