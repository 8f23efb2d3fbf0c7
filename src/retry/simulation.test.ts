import { describe, expect, it } from 'vitest';
import { type Jitter, payButton, read } from './index';
import { type Breakage, type Outcome, peak, repeatsOf, type Scenario, simulate } from './testing/simulation';

const seed = 'doubletap';
console.log(`seed: ${seed}`);

const refuses: Breakage = { kind: 'refuses' };
const sameForAll: Breakage = { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: false };
const spread: Breakage = { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: true };

describe('1,000 browsers whose payments are in flight when the shop begins to fail, for 10 s', () => {
  /** The most repeats in any 100 ms, how many requests came in all, and how many browsers got their answer. */
  async function browsers(jitter: Jitter, failsBy: Breakage): Promise<[number, number, number]> {
    const policy = { ...payButton, jitter };
    const outcome = await simulate({
      ...{ seed, policy, failsBy, callers: 1_000, arriveWithinMs: 0, latencyMs: 20, budget: 'each' },
      ...{ failsFromMs: 0, failsForMs: 10_000 },
    });
    const busiest = peak(repeatsOf(outcome), 100);
    const { succeeded, requests } = outcome;
    console.log(
      `${JSON.stringify(failsBy)}, jitter ${jitter}: peak ${busiest}, requests ${requests.length}, answered ${succeeded}`,
    );
    return [busiest, requests.length, succeeded];
  }

  it.each([refuses, sameForAll])('come back all at once without jitter (%j)', async (failsBy) => {
    expect(await browsers('none', failsBy)).toEqual([1_000, 5_000, 1_000]);
  });

  it('stay below a tenth of that in any 100 ms with the jitter of the Pay button, where the shop spreads its Retry-After', async () => {
    const [busiest, ...rest] = await browsers(payButton.jitter, spread);
    expect(busiest).toBeLessThan(1_000 / 10);
    expect([busiest, ...rest]).toEqual([52, 4_159, 1_000]);
  });

  it('stay below an eighth where a proxy tells all of them the same Retry-After', async () => {
    expect(await browsers(payButton.jitter, sameForAll)).toEqual([121, 5_000, 1_000]);
  });

  it('stay below a quarter where nobody listens: the first wait of the Pay button is 0.5 s wide, and 1,000 do not fit better', async () => {
    expect(await browsers(payButton.jitter, refuses)).toEqual([225, 5_000, 828]);
  });

  it('stay below a tenth there too with decorrelated jitter, whose first wait is 2 s wide', async () => {
    const [busiest, ...rest] = await browsers('decorrelated', refuses);
    expect(busiest).toBeLessThan(1_000 / 10);
    expect([busiest, ...rest]).toEqual([71, 4_477, 811]);
  });
});

describe('one process that makes 1,000 calls while their server fails for 10 s', () => {
  const calls = (scenario: Partial<Scenario>): Promise<Outcome> =>
    simulate({
      ...{ seed, policy: read, failsBy: refuses, callers: 1_000, arriveWithinMs: 10_000 },
      ...{ failsFromMs: 0, failsForMs: 10_000, latencyMs: 20, budget: 'shared' },
      ...scenario,
    });

  it('sends almost three times as much without a budget, and less than 1.15 times as much with one', async () => {
    const without = await calls({ budget: 'none' });
    const { requests } = await calls({});
    console.log(`originals 1000, without a budget ${without.requests.length}, with one ${requests.length}`);
    expect(without.requests).toHaveLength(2_989);
    expect(requests.length).toBeLessThan(1_150);
    expect(requests).toHaveLength(1_110);
  });

  it('stays below that for any policy, and when all calls go out in the same instant', async () => {
    expect((await calls({ policy: payButton, budget: 'none' })).requests).toHaveLength(4_166);
    expect((await calls({ policy: payButton })).requests).toHaveLength(1_110);
    expect((await calls({ arriveWithinMs: 0, budget: 'none' })).requests).toHaveLength(3_000);
    expect((await calls({ arriveWithinMs: 0 })).requests).toHaveLength(1_110);
  });

  it('answers every call all the same when the failure is short: half a second in the middle', async () => {
    const { requests, succeeded } = await calls({ policy: payButton, failsFromMs: 5_000, failsForMs: 500 });
    console.log(`a failure of 0.5 s: requests ${requests.length}, answered ${succeeded}`);
    expect([requests.length, succeeded]).toEqual([1_050, 1_000]);
  });
});

describe('a simulation', () => {
  it('is the same, to the millisecond, under the same seed, and another under another', async () => {
    const scenario: Scenario = {
      ...{ seed, policy: read, failsBy: spread, callers: 50, arriveWithinMs: 100 },
      ...{ failsFromMs: 0, failsForMs: 300, latencyMs: 5, budget: 'each' },
    };
    const first = await simulate(scenario);
    expect(await simulate(scenario)).toEqual(first);
    expect(await simulate({ ...scenario, seed: 'another' })).not.toEqual(first);
  });
});
