import { expect, it } from 'vitest';
import { scaleOf } from './waterfall-scale';

const at = (ms: number, durationMs: number | null) => ({
  arrivedAt: new Date(1_000_000 + ms).toISOString(),
  durationMs,
});

it('puts attempts beside each other as they were', () => {
  const { spanMs, bars } = scaleOf([at(0, 500), at(250, 250), at(750, 250)]);
  expect(spanMs).toBe(1_000);
  expect(bars).toEqual([
    { start: 0, width: 0.5 },
    { start: 0.25, width: 0.25 },
    { start: 0.75, width: 0.25 },
  ]);
});

it('keeps every bar visible and inside, also one that took no time at the very end', () => {
  const { bars } = scaleOf([at(0, 1_000), at(1_000, 0), at(1_000, null)]);
  for (const { start, width } of bars) {
    expect(width).toBeGreaterThan(0);
    expect(start + width).toBeLessThanOrEqual(1);
  }
});

it('draws few lines at round times, from zero on', () => {
  for (const spanMs of [1, 7, 49, 1_234, 86_400_000]) {
    const { ticks } = scaleOf([at(0, spanMs)]);
    expect(ticks[0]).toEqual({ at: 0, ms: 0 });
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(({ at }) => at <= 1)).toBe(true);
  }
  expect(scaleOf([at(0, 1_234)]).ticks.map(({ ms }) => ms)).toEqual([0, 500, 1_000]);
});
