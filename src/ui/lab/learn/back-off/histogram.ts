import { type Jitter, payButton, type RetryPolicy } from '@/retry';
import { peak } from '@/retry/testing/simulation';
import { arrivalsOf, type Outage } from '../outage';

export const binMs = 100;

export interface Histogram {
  readonly jitter: Jitter;
  /** Repeats that arrived in each `binMs`, from the moment 0 on. */
  readonly bins: readonly number[];
  /** The most repeats in any `binMs`, wherever it begins. */
  readonly busiest: number;
  readonly requests: number;
  readonly answered: number;
}

export const jitters: readonly Jitter[] = ['none', 'full', 'equal', 'decorrelated'];

/** What the reader can change of it; everything else is the policy's. */
export interface Storm {
  readonly seed: string;
  readonly policy: RetryPolicy;
  readonly failsBy: Outage['failsBy'];
  readonly failsForMs: number;
}

const callers = 1_000;

/** What the figure shows first. */
export const shownSeed = 'doubletap';

/** The Pay button of the shop, during an outage of ten seconds. */
export function stormOfTheShop(seed: string): Storm {
  return { seed, policy: payButton, failsBy: 'refuses', failsForMs: 10_000 };
}

/** When 1,000 clients come back that failed in the same instant, once for each kind of jitter. */
export function histograms({ seed, policy, failsBy, failsForMs }: Storm): readonly Histogram[] {
  const drawn = jitters.map((jitter) => {
    const { requests, answered } = arrivalsOf({
      ...{ seed, failsBy, failsForMs, callers, policy: { ...policy, jitter } },
      ...{ arriveWithinMs: 0, latencyMs: 20, sharedBudget: null },
    });
    const repeatsMs = requests.filter(({ attempt }) => attempt > 1).map(({ atMs }) => atMs);
    return { jitter, repeatsMs, answered, requests: requests.length };
  });
  const lastMs = Math.max(0, ...drawn.map(({ repeatsMs }) => repeatsMs.at(-1) ?? 0));
  const size = Math.floor(lastMs / binMs) + 1;
  return drawn.map(({ jitter, repeatsMs, answered, requests }) => {
    const bins = Array<number>(size).fill(0);
    for (const atMs of repeatsMs) bins[Math.floor(atMs / binMs)] = (bins[Math.floor(atMs / binMs)] ?? 0) + 1;
    return { jitter, bins, busiest: peak(repeatsMs, binMs), requests, answered };
  });
}
