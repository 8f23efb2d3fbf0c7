import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepBusy } from './steady';

/** Callers that take so long each, in milliseconds. */
const taking =
  (...ms: number[]) =>
  async (caller: number) => {
    await sleep(ms[caller] ?? 0);
    return { caller, endedAt: performance.now() };
  };

it('begins to count when everybody was answered once', async () => {
  // The quick one has been answered several times before the slow one is.
  const { all, counted, perSecond } = await keepBusy(taking(5, 50), 2, 200);
  const startedAt = all.find(({ caller }) => caller === 1)?.endedAt ?? 0;
  expect(all.filter(({ endedAt }) => endedAt <= startedAt).length).toBeGreaterThan(2);
  expect(counted.every(({ endedAt }) => endedAt > startedAt)).toBe(true);
  const lastAt = Math.max(...counted.map(({ endedAt }) => endedAt));
  expect(lastAt - startedAt).toBeGreaterThan(150);
  expect(perSecond).toBeCloseTo((1_000 * counted.length) / (lastAt - startedAt));
});

it('goes on until there is enough to count, where it is slow', async () => {
  const { counted } = await keepBusy(taking(40, 40, 40), 3, 30);
  expect(counted.length).toBeGreaterThanOrEqual(6);
});

it('gives up on what is far too slow', async () => {
  const { all, counted, perSecond } = await keepBusy(taking(80), 1, 10);
  expect(all).toHaveLength(2);
  expect(counted).toHaveLength(0);
  expect(perSecond).toBe(0);
});

it('rejects when a call does', async () => {
  await expect(keepBusy(() => Promise.reject(new Error('refused')), 1, 10)).rejects.toThrow('refused');
});
