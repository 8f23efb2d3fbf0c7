import { describe, expect, it } from 'vitest';
import {
  AttemptTimedOut,
  decideHedge,
  hedged,
  payButton,
  RecentLatencies,
  RetryBudget,
  read,
  retrying,
  retryLimits,
} from './index';
import { VirtualClock } from './testing/virtual-clock';

/** A server whose usual latency is up to 100 ms: its p95 is 95 ms. */
function open(policy = read, limits = retryLimits) {
  const clock = new VirtualClock();
  const budget = new RetryBudget(limits, clock);
  const latencies = new RecentLatencies();
  for (let ms = 1; ms <= 100; ms += 1) latencies.record(ms);
  const sent: { atMs: number; signal: AbortSignal }[] = [];
  /** Sends copies that take so long each, or fail after so long when it is negative. */
  const send = (latenciesMs: number[], signal?: AbortSignal) => {
    const call = async (own: AbortSignal): Promise<string> => {
      const copy = sent.push({ atMs: clock.now(), signal: own });
      const ms = latenciesMs[copy - 1] ?? 0;
      await clock.sleep(Math.abs(ms), own);
      if (ms < 0) throw new Error(`copy ${copy} failed`);
      return `copy ${copy}`;
    };
    return clock.finish(hedged(policy, call, { clock, latencies, budget, signal }));
  };
  return { clock, budget, latencies, sent, send };
}

describe('decideHedge', () => {
  it('never sends a second copy of what changes something, key or no key', () => {
    expect(decideHedge(payButton, 10)).toEqual({ kind: 'never', why: 'not_a_read' });
  });

  it('waits for the p95, once there is one, if that is before the timeout', () => {
    expect(decideHedge(read, 80)).toEqual({ kind: 'after', delayMs: 80 });
    expect(decideHedge(read, undefined)).toEqual({ kind: 'never', why: 'too_few_latencies' });
    expect(decideHedge(read, 5_000)).toEqual({ kind: 'never', why: 'later_than_timeout' });
  });
});

describe('RecentLatencies', () => {
  it('knows a p95 from the 20th latency on, by nearest rank', () => {
    const latencies = new RecentLatencies();
    for (let ms = 1; ms <= 19; ms += 1) latencies.record(ms);
    expect(latencies.percentileMs(0.95)).toBeUndefined();
    latencies.record(20);
    expect(latencies.percentileMs(0.95)).toBe(19);
    expect(latencies.percentileMs(0.5)).toBe(10);
  });

  it('forgets what is older than its window', () => {
    const latencies = new RecentLatencies(20);
    for (let ms = 0; ms < 20; ms += 1) latencies.record(5_000);
    for (let ms = 0; ms < 20; ms += 1) latencies.record(7);
    expect(latencies.percentileMs(0.95)).toBe(7);
  });
});

describe('hedged', () => {
  it('sends one copy where the answer comes in the usual time', async () => {
    const { sent, send, budget } = open();
    expect(await send([94])).toBe('copy 1');
    expect(sent).toHaveLength(1);
    expect(budget.balance).toBe(10);
  });

  it('sends a second copy after the p95, takes the faster answer, and cancels the slower copy', async () => {
    const { clock, sent, send, budget } = open();
    expect(await send([4_000, 10])).toBe('copy 2');
    expect(sent.map(({ atMs, signal }) => [atMs, signal.aborted])).toEqual([
      [0, true],
      [95, true],
    ]);
    expect(clock.now()).toBe(105);
    expect(budget.balance).toBe(9);
  });

  it('takes the original when that answers first after all', async () => {
    const { clock, send } = open();
    expect(await send([150, 4_000])).toBe('copy 1');
    expect(clock.now()).toBe(150);
  });

  it('sends no second copy that the budget does not pay for', async () => {
    const { sent, send } = open(read, { ratio: 0, floorPerMinute: 0 });
    expect(await send([4_000])).toBe('copy 1');
    expect(sent).toHaveLength(1);
  });

  it('sends Pay once, however slow it is', async () => {
    const { sent, send } = open(payButton);
    expect(await send([7_000])).toBe('copy 1');
    expect(sent).toHaveLength(1);
  });

  it('waits for the other copy when one fails, and throws the error of the original when both do', async () => {
    expect(await open().send([-200, 300])).toBe('copy 2');
    expect(await open().send([300, -10])).toBe('copy 1');
    await expect(open().send([-300, -10])).rejects.toThrow('copy 1 failed');
  });

  it('leaves an original that fails early to whoever retries', async () => {
    const { sent, send } = open();
    await expect(send([-20])).rejects.toThrow('copy 1 failed');
    expect(sent).toHaveLength(1);
  });

  it('learns from the copy that was outrun too, so that hedging does not make slow look usual', async () => {
    const { latencies, send } = open();
    await send([4_000, 10]);
    const without = new RecentLatencies();
    for (let ms = 3; ms <= 100; ms += 1) without.record(ms);
    without.record(10);
    without.record(105);
    expect(latencies.percentileMs(0.95)).toBe(without.percentileMs(0.95));
  });

  it('learns nothing from failures: a server that refuses at once is not fast', async () => {
    const { clock, budget, latencies } = open();
    const refuse = () => Promise.reject(new Error('refused'));
    for (let refused = 0; refused < 100; refused += 1) {
      const work = hedged(read, refuse, { clock, latencies, budget });
      await expect(clock.finish(work)).rejects.toThrow('refused');
    }
    expect(latencies.percentileMs(0.95)).toBe(95);
  });

  it('sends no copy for a caller who has gone, also of a call that does not listen', async () => {
    const { clock, budget, latencies } = open();
    const leaving = new AbortController();
    let sent = 0;
    const deaf = async (): Promise<void> => {
      sent += 1;
      await clock.sleep(500);
    };
    void clock.sleep(50).then(() => leaving.abort(new Error('left')));
    await clock.finish(hedged(read, deaf, { clock, latencies, budget, signal: leaving.signal }));
    expect(sent).toBe(1);
  });

  it('counts one original, and may be retried: the copies of an attempt end with it', async () => {
    const { clock, budget, latencies } = open(read, { ratio: 1, floorPerMinute: 2 });
    const aborted: unknown[] = [];
    const call = async (signal: AbortSignal): Promise<string> => {
      if (clock.now() > read.attemptTimeoutMs) return 'answer';
      return clock.sleep(60_000, signal).then(
        () => 'too late',
        (reason: unknown) => {
          aborted.push(reason);
          throw reason;
        },
      );
    };
    const work = retrying(read, ({ signal }) => hedged(read, call, { clock, latencies, budget, signal }), {
      ...{ clock, budget, random: () => 0.5, failureOf: () => ({ kind: 'refused' }) },
    });
    expect(await clock.finish(work)).toBe('answer');
    expect(aborted).toEqual([new AttemptTimedOut(5_000), new AttemptTimedOut(5_000)]);
    expect(budget.balance).toBe(2 + 1 - 2);
  });

  it('cancels both copies when the caller goes, and sends no more', async () => {
    for (const [leavesAtMs, copies] of [
      [50, 1],
      [120, 2],
    ] as const) {
      const { clock, sent, send } = open();
      const leaving = new AbortController();
      void clock.sleep(leavesAtMs).then(() => leaving.abort(new Error('left')));
      await expect(send([4_000, 4_000], leaving.signal)).rejects.toThrow('left');
      expect(sent.map(({ signal }) => signal.aborted)).toEqual(Array(copies).fill(true));
      expect(clock.now()).toBe(leavesAtMs);
    }
  });
});
