import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  AttemptTimedOut,
  Deadline,
  type Failure,
  payButton,
  RetryBudget,
  type RetryEvent,
  type RetryPolicy,
  read,
  retrying,
  retryLimits,
  type Tools,
} from './index';
import { VirtualClock } from './testing/virtual-clock';

class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

type Call = (attempt: Attempt, clock: VirtualClock) => Promise<string>;

/** Runs a call to its end in virtual time, and tells what happened when. */
async function run(
  policy: RetryPolicy,
  call: Call,
  tools: (clock: VirtualClock) => Partial<Tools> = () => ({}),
) {
  const clock = new VirtualClock();
  const startedAt: number[] = [];
  const events: RetryEvent[] = [];
  const work = retrying(
    policy,
    (attempt) => {
      startedAt.push(clock.now());
      return call(attempt, clock);
    },
    {
      clock,
      random: () => 0.5,
      failureOf: (error) => (error instanceof Failed ? error.failure : { kind: 'lost' }),
      observe: (event) => events.push(event),
      ...tools(clock),
    },
  );
  const result = await clock.finish(work).catch((error: unknown) => error);
  return { result, startedAt, events, endedAt: clock.now() };
}

const failing =
  (failure: Failure): Call =>
  () =>
    Promise.reject(new Failed(failure));

const never: Call = () => new Promise(() => undefined);

describe('retrying', () => {
  it('gives the first success, and sends nothing after it', async () => {
    const call: Call = async ({ number }) => {
      if (number < 3) throw new Failed({ kind: 'lost' });
      return `attempt ${number}`;
    };
    const { result, startedAt } = await run(payButton, call);
    expect(result).toBe('attempt 3');
    expect(startedAt).toEqual([0, 750, 750 + 1_500]);
  });

  it('makes as many attempts as the policy says, and then throws the last error unchanged', async () => {
    const { result, startedAt, events } = await run(payButton, failing({ kind: 'broken' }));
    expect(startedAt).toEqual([0, 750, 2_250, 5_250, 11_250]);
    expect(result).toBe(events.at(-1)?.error);
    expect(events.map(({ decision }) => decision)).toEqual([
      { kind: 'again', delayMs: 750 },
      { kind: 'again', delayMs: 1_500 },
      { kind: 'again', delayMs: 3_000 },
      { kind: 'again', delayMs: 6_000 },
      { kind: 'stop', why: 'attempts_used_up' },
    ]);
  });

  it('does not come back where the server has decided', async () => {
    const { startedAt, events } = await run(payButton, failing({ kind: 'refused' }));
    expect(startedAt).toEqual([0]);
    expect(events).toMatchObject([{ attempt: 1, decision: { kind: 'stop', why: 'refused' } }]);
  });

  it('ends an attempt that takes too long, also one that does not listen, and takes it for lost', async () => {
    const { result, startedAt, events } = await run({ ...payButton, maxAttempts: 2 }, never);
    expect(startedAt).toEqual([0, 8_750]);
    expect(events.map(({ failure }) => failure.kind)).toEqual(['lost', 'lost']);
    expect(result).toBeInstanceOf(AttemptTimedOut);
  });

  it('tells the call that its time is over, by its own signal', async () => {
    const reasons: unknown[] = [];
    await run({ ...read, maxAttempts: 1 }, async ({ signal, deadline }, clock) => {
      expect(deadline.remainingMs).toBe(5_000);
      await clock.sleep(60_000, signal).catch((reason: unknown) => reasons.push(reason));
      throw new Error('wrapped');
    });
    expect(reasons).toEqual([new AttemptTimedOut(5_000)]);
  });

  it('never goes past the overall deadline: the last attempt gets what is left', async () => {
    const policy = { ...payButton, overallTimeoutMs: 20_000, maxAttempts: 9 };
    const left: number[] = [];
    const call: Call = ({ deadline }, clock) => {
      left.push(deadline.remainingMs);
      return never({ deadline, number: 1, signal: AbortSignal.abort() }, clock);
    };
    const { startedAt, endedAt, events } = await run(policy, call);
    expect(startedAt).toEqual([0, 8_750, 18_250]);
    expect(left).toEqual([8_000, 8_000, 1_750]);
    expect(endedAt).toBe(20_000);
    expect(events.at(-1)?.decision).toEqual({ kind: 'stop', why: 'deadline' });
  });

  it("keeps to the caller's own deadline where that is tighter", async () => {
    const tools = (clock: VirtualClock) => ({ deadline: new Deadline(clock, 2_000) });
    const { startedAt, events } = await run(payButton, failing({ kind: 'lost' }), tools);
    expect(startedAt).toEqual([0, 750]);
    expect(events.at(-1)?.decision).toEqual({ kind: 'stop', why: 'deadline' });
  });

  it('sends nothing when the caller has no time left', async () => {
    const tools = (clock: VirtualClock) => ({ deadline: new Deadline(clock, 0) });
    const { result, startedAt } = await run(payButton, failing({ kind: 'lost' }), tools);
    expect(startedAt).toEqual([]);
    expect(result).toBeInstanceOf(AttemptTimedOut);
  });

  it('sends nothing after a wait that a sleeping machine drew out past the deadline', async () => {
    const tools = (clock: VirtualClock) => {
      const lateClock = {
        now: () => clock.now(),
        sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms === 750 ? 3_600_000 : ms, signal),
      };
      return { clock: lateClock };
    };
    const { startedAt, events } = await run(payButton, failing({ kind: 'lost' }), tools);
    expect(startedAt).toEqual([0]);
    expect(events.at(-1)?.decision).toEqual({ kind: 'stop', why: 'deadline' });
  });

  it('stops at once when the caller goes: within an attempt, within a wait, before the first', async () => {
    const left = new Error('left');
    for (const leavesAtMs of [0, 300, 8_500]) {
      const leaving = new AbortController();
      const { result, startedAt, endedAt, events } = await run(payButton, never, (clock) => {
        void clock.sleep(leavesAtMs).then(() => leaving.abort(left));
        return { signal: leaving.signal };
      });
      expect(result).toBe(left);
      expect(startedAt).toEqual([0]);
      expect(endedAt).toBe(leavesAtMs);
      // Leaving is no failure: nobody is told of one, and nothing is paid for it.
      expect(events).toHaveLength(leavesAtMs === 8_500 ? 1 : 0);
    }
    const { startedAt } = await run(payButton, never, () => ({ signal: AbortSignal.abort(left) }));
    expect(startedAt).toEqual([]);
  });

  it('counts one original a call and one token a repeat, and stops when the budget is empty', async () => {
    const budgets: RetryBudget[] = [];
    const tools = (clock: VirtualClock) => {
      const budget = new RetryBudget({ ratio: 1, floorPerMinute: 1 }, clock);
      budgets.push(budget);
      return { budget };
    };
    const { startedAt, events } = await run(payButton, failing({ kind: 'lost' }), tools);
    expect(startedAt).toEqual([0, 750, 2_250]);
    expect(events.at(-1)?.decision).toEqual({ kind: 'stop', why: 'budget' });
    expect(budgets[0]?.balance).toBe(0);
  });

  it('asks an empty budget for nothing while the server is at work on this very call', async () => {
    const tools = (clock: VirtualClock) => ({
      budget: new RetryBudget({ ratio: 0, floorPerMinute: 0 }, clock),
    });
    const { startedAt } = await run(payButton, failing({ kind: 'busy', isFree: true }), tools);
    expect(startedAt).toHaveLength(5);
  });

  it('grows decorrelated waits from the wait before', async () => {
    const policy: RetryPolicy = { ...payButton, jitter: 'decorrelated' };
    const { events } = await run(policy, failing({ kind: 'lost' }));
    expect(events.flatMap(({ decision }) => (decision.kind === 'again' ? [decision.delayMs] : []))).toEqual([
      2_000, 3_500, 5_750, 8_000,
    ]);
  });
});

describe('one press of Pay while the shop answers 503 for ever', () => {
  it.each([0, 0.5, 0.999])(
    'is five requests, the last 7.5 to 15 s after the first (random %d)',
    async (random) => {
      const tools = (clock: VirtualClock) => ({
        random: () => random,
        budget: new RetryBudget(retryLimits, clock),
      });
      const { startedAt } = await run(payButton, failing({ kind: 'broken' }), tools);
      expect(startedAt).toHaveLength(5);
      expect(startedAt.at(-1)).toBe(Math.round(7_500 + random * 7_500));
    },
  );

  it('is five requests for the first two presses of a minute, and three for the third: the budget is empty', async () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(retryLimits, clock);
    const requests: number[] = [];
    for (let press = 0; press < 4; press += 1) {
      const call = failing({ kind: 'broken' });
      const { startedAt } = await run(payButton, call, (own) => ({ budget, clock: own }));
      requests.push(startedAt.length);
    }
    expect(requests).toEqual([5, 5, 3, 1]);
  });
});
