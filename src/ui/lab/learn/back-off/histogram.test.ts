import { afterEach, describe, expect, it, vi } from 'vitest';
import { payButton } from '@/retry';
import { histograms, stormOfTheShop } from './histogram';

const shown = stormOfTheShop('doubletap');
const of = (storm: typeof shown, jitter: string) =>
  histograms(storm).find((drawn) => drawn.jitter === jitter);

afterEach(() => vi.doUnmock('@/retry'));

describe('the arrivals of 1,000 clients', () => {
  it('are the numbers that the policy’s own simulation gives for the same seed', () => {
    expect(of(shown, 'equal')).toMatchObject({ busiest: 225, requests: 5_000, answered: 828 });
    expect(of(shown, 'decorrelated')).toMatchObject({ busiest: 71, requests: 4_477, answered: 811 });
    expect(of(shown, 'none')).toMatchObject({ busiest: 1_000, requests: 5_000 });
    expect(of({ ...shown, failsBy: 'spread' }, 'equal')).toMatchObject({ busiest: 52, requests: 4_159 });
  });

  it('put every repeat into one bin', () => {
    for (const { bins, requests } of histograms(shown)) {
      expect(bins.reduce((sum, bin) => sum + bin, 0)).toBe(requests - 1_000);
    }
  });

  it('change when the cap or the base of the policy changes', () => {
    const before = of(shown, 'equal')?.bins;
    for (const change of [{ capMs: 2_000 }, { baseMs: 500 }, { maxAttempts: 3 }]) {
      expect(
        of({ ...shown, policy: { ...payButton, ...change } }, 'equal')?.bins,
        JSON.stringify(change),
      ).not.toEqual(before);
    }
  });

  it('are those of the shop’s own preset: another preset, another picture', async () => {
    vi.resetModules();
    vi.doMock('@/retry', async (original) => ({
      ...(await original<typeof import('@/retry')>()),
      payButton: { ...payButton, capMs: 3_000, maxAttempts: 4 },
    }));
    const changed = await import('./histogram');
    const storm = changed.stormOfTheShop('doubletap');
    expect(storm.policy.capMs).toBe(3_000);
    expect(changed.histograms(storm)).not.toEqual(histograms(shown));
  });
});
