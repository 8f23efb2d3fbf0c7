import { expect, it } from 'vitest';
import { processorTimeMs, readStat } from './processor-time';

it('reads a process whose name holds brackets and blanks', () => {
  const line = '812 (node (a b) c) S 77 812 812 0 -1 4194560 10 0 0 0 250 50 7 3 20 0 11 0 100 1 2';
  expect(readStat(line)).toEqual({ pid: 812, parent: 77, ticks: 300, ticksOfEnded: 10 });
});

it.runIf(process.platform === 'linux')('counts what this very process does', () => {
  const before = processorTimeMs(process.pid) ?? 0;
  const { user, system } = process.cpuUsage();
  while (process.cpuUsage().user + process.cpuUsage().system < user + system + 60_000) {
    // until 60 ms of work are done
  }
  const used = (processorTimeMs(process.pid) ?? 0) - before;
  expect(used).toBeGreaterThanOrEqual(40);
  expect(used).toBeLessThan(500);
});

it('does not say of a process that is not there', () => {
  expect(processorTimeMs(2 ** 30)).toBeUndefined();
});
