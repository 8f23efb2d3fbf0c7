import { describe, expect, it } from 'vitest';
import { type Jitter, payButton, read, retryLimits } from '@/retry';
import { simulate } from '@/retry/testing/simulation';
import { arrivalsOf, type Outage } from './outage';

const outage: Outage = {
  ...{ seed: 'doubletap', policy: payButton, callers: 100, arriveWithinMs: 0, failsForMs: 10_000 },
  ...{ latencyMs: 20, failsBy: 'refuses', sharedBudget: null },
};

const breakageOf = {
  refuses: { kind: 'refuses' },
  same_for_all: { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: false },
  spread: { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: true },
} as const;

/** The same through the real runner, `retrying`, in virtual time. */
const byTheRunner = ({ sharedBudget, failsBy, ...rest }: Outage) =>
  simulate({
    ...{ ...rest, failsFromMs: 0, failsBy: breakageOf[failsBy] },
    budget: sharedBudget ? 'shared' : 'none',
  });

describe('arrivalsOf', () => {
  it.each(['none', 'full', 'equal', 'decorrelated'] satisfies Jitter[])(
    'is to the millisecond what the runner of the shop does, with %s jitter',
    async (jitter) => {
      for (const failsBy of ['refuses', 'same_for_all', 'spread'] as const) {
        const played: Outage = { ...outage, failsBy, policy: { ...payButton, jitter } };
        const { requests, succeeded } = await byTheRunner(played);
        expect(requests.length).toBeGreaterThan(200);
        expect(arrivalsOf(played)).toEqual({ requests, answered: succeeded });
      }
    },
  );

  it('is what the runner does where one budget pays for all', async () => {
    const played: Outage = {
      ...{ ...outage, policy: read, callers: 1_000, arriveWithinMs: 10_000, sharedBudget: retryLimits },
    };
    const { requests, succeeded } = await byTheRunner(played);
    expect(arrivalsOf(played)).toEqual({ requests, answered: succeeded });
    expect(requests).toHaveLength(1_110);
  });

  it('draws the same under the same seed, and other waits under another', () => {
    expect(arrivalsOf(outage)).toEqual(arrivalsOf(outage));
    expect(arrivalsOf({ ...outage, seed: 'another' })).not.toEqual(arrivalsOf(outage));
  });

  it('sends as many as the policy says: another policy, other requests', () => {
    const forever = { ...outage, failsForMs: 3_600_000 };
    expect(arrivalsOf(forever).requests).toHaveLength(100 * payButton.maxAttempts);
    const two = { ...forever, policy: { ...payButton, maxAttempts: 2 } };
    expect(arrivalsOf(two).requests).toHaveLength(100 * 2);
  });
});
