import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureWire } from './wire-overhead';

// Measures what has a goal. Every figure is taken in one run against what it is compared with: machines differ.

const folder = mkdtempSync(path.join(tmpdir(), 'doubletap-bench-'));
try {
  const results = await measureWire(folder);
  for (const { name, directMs, wiredMs, goalMs } of results) {
    const addedMs = wiredMs - directMs;
    const verdict = addedMs < goalMs ? 'met' : 'MISSED';
    console.log(
      `${name}: ${directMs.toFixed(3)} ms direct, ${wiredMs.toFixed(3)} ms through the wire: +${addedMs.toFixed(3)} ms (goal < ${goalMs} ms, ${verdict})`,
    );
  }
  process.exitCode = results.some(({ directMs, wiredMs, goalMs }) => wiredMs - directMs >= goalMs) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
