import { payButton, read } from '@/retry';
import { type Outcome, peak, repeatsOf, type Scenario, simulate } from '@/retry/testing/simulation';
import type { Measured } from '../measured';
import { FailingServer } from './over-http';

const seed = 'doubletap';

/** 1,000 browsers whose payments are in flight when the shop begins to fail, for 10 s. */
const browsers = {
  seed,
  policy: payButton,
  callers: 1_000,
  arriveWithinMs: 0,
  failsFromMs: 0,
  failsForMs: 10_000,
  latencyMs: 20,
  budget: 'each' as const,
} satisfies Partial<Scenario>;

const sameForAll = { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: false } as const;
const spread = { kind: 'asks_to_wait', retryAfterMs: 2_000, isSpread: true } as const;

/** One process that makes 1,000 calls while their server fails. */
const calls = {
  seed,
  policy: read,
  callers: 1_000,
  arriveWithinMs: 10_000,
  failsFromMs: 0,
  failsForMs: 10_000,
  failsBy: { kind: 'refuses' as const },
  latencyMs: 20,
} satisfies Partial<Scenario>;

/** The two simulations of `src/retry`, once more over real HTTP. */
export async function measureRetries(): Promise<Measured> {
  const server = await FailingServer.start();
  try {
    const both = async (scenario: Scenario) => ({
      real: await server.play(scenario),
      simulated: await simulate(scenario),
    });
    const busiest = (outcome: Outcome): number => peak(repeatsOf(outcome), 100);
    const told = ({ real, simulated }: { real: Outcome; simulated: Outcome }): string =>
      `${busiest(real)} repeats in the busiest 100 ms (simulated ${busiest(simulated)}), ${real.requests.length} requests (${simulated.requests.length}), ${real.succeeded} answered (${simulated.succeeded})`;

    const inStep = await both({
      ...browsers,
      policy: { ...payButton, jitter: 'none' },
      failsBy: sameForAll,
    });
    const spreadOut = await both({ ...browsers, failsBy: spread });
    const asked = await both({ ...browsers, failsBy: sameForAll });
    const reset = await both({ ...browsers, failsBy: { kind: 'refuses' } });
    const without = await both({ ...calls, budget: 'none' });
    const budgeted = await both({ ...calls, budget: 'shared' });
    const ratio = budgeted.real.requests.length / calls.callers;
    const figures = [
      { text: `1,000 browsers without jitter: ${told(inStep)}` },
      {
        text: `1,000 browsers, Pay button, Retry-After spread: ${told(spreadOut)}`,
        goal: 'below a tenth of that without jitter',
        isMet: busiest(spreadOut.real) < busiest(inStep.real) / 10,
      },
      { text: `1,000 browsers, Pay button, one Retry-After for all: ${told(asked)}` },
      { text: `1,000 browsers, Pay button, connections reset: ${told(reset)}` },
      { text: `1,000 calls without a budget: ${told(without)}` },
      {
        text: `1,000 calls under one budget: ${told(budgeted)}, ${ratio.toFixed(3)} times the originals`,
        goal: 'below 1.15 times',
        isMet: ratio < 1.15,
      },
    ];
    return { figures };
  } finally {
    await server.stop();
  }
}
