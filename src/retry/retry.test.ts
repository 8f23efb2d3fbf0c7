import { describe, expect, it } from 'vitest';
import { attemptTimeoutMs, backoffMs, decide, payButton, processorCall, read } from './index';

describe('backoffMs', () => {
  it('draws full jitter from nothing to the ceiling', () => {
    expect(backoffMs(read, 1, 0)).toBe(0);
    expect(backoffMs(read, 3, 0.5)).toBe(400);
    expect(backoffMs(read, 30, 0.999)).toBeLessThan(read.capMs);
  });

  it('keeps half of the wait under equal jitter', () => {
    expect(backoffMs(payButton, 1, 0)).toBe(500);
    expect(backoffMs(payButton, 2, 0.5)).toBe(1_500);
    expect(backoffMs(payButton, 9, 0)).toBe(4_000);
  });

  it('waits for the whole ceiling, the same for all, without jitter', () => {
    const policy = { ...payButton, jitter: 'none' as const };
    expect([1, 2, 3, 4, 5].map((attempt) => backoffMs(policy, attempt, 0.3))).toEqual([
      1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
  });

  it('grows decorrelated jitter from the wait before', () => {
    const policy = { ...payButton, jitter: 'decorrelated' as const };
    expect(backoffMs(policy, 1, 0)).toBe(1_000);
    expect(backoffMs(policy, 2, 0.5, 2_000)).toBe(3_500);
    expect(backoffMs(policy, 5, 0.9, 8_000)).toBe(8_000);
  });
});

const first = { attempt: 1, elapsedMs: 100, random: 0.5 };

describe('decide', () => {
  it('never repeats what the server has decided', () => {
    expect(decide(payButton, { ...first, failure: { kind: 'refused' } })).toEqual({
      kind: 'stop',
      why: 'refused',
    });
  });

  it('repeats what may have been done only where that is safe', () => {
    const unsafe = { ...payButton, isSafeToRepeat: false };
    for (const kind of ['lost', 'broken'] as const) {
      expect(decide(unsafe, { ...first, failure: { kind } })).toEqual({
        kind: 'stop',
        why: 'not_safe_to_repeat',
      });
      expect(decide(payButton, { ...first, failure: { kind } })).toEqual({ kind: 'again', delayMs: 750 });
    }
    expect(decide(unsafe, { ...first, failure: { kind: 'not_sent' } }).kind).toBe('again');
  });

  const asked = (retryAfterMs: number, random = 0.5) =>
    decide(payButton, { ...first, random, failure: { kind: 'busy', retryAfterMs } });

  it('waits at least as long as the server asks, within the cap, and no longer than half as much again', () => {
    expect(asked(3_000, 0)).toEqual({ kind: 'again', delayMs: 3_000 });
    expect(asked(3_000)).toEqual({ kind: 'again', delayMs: 3_750 });
    expect(asked(10)).toEqual({ kind: 'again', delayMs: 750 });
    expect(asked(86_400_000, 0)).toEqual({ kind: 'again', delayMs: payButton.retryAfterCapMs });
    expect(asked(Number.POSITIVE_INFINITY, 0)).toEqual({ kind: 'again', delayMs: payButton.retryAfterCapMs });
  });

  it('waits as computed when what the server asks makes no sense', () => {
    for (const nonsense of [Number.NaN, -1, Number.NEGATIVE_INFINITY, 0]) {
      expect(asked(nonsense)).toEqual({ kind: 'again', delayMs: 750 });
    }
  });

  it('spreads callers that were all told to wait equally long', () => {
    const delays = [0, 0.25, 0.5, 0.75].map((random) => asked(2_000, random));
    expect(delays).toEqual([2_000, 2_250, 2_500, 2_750].map((delayMs) => ({ kind: 'again', delayMs })));
  });

  it('stops after the last attempt', () => {
    expect(decide(payButton, { ...first, attempt: 5, failure: { kind: 'lost' } })).toEqual({
      kind: 'stop',
      why: 'attempts_used_up',
    });
  });

  it('does not start a wait that the deadline would cut', () => {
    const late = { ...first, elapsedMs: 58_900, failure: { kind: 'lost' as const } };
    expect(decide(payButton, { ...late, random: 0.9 })).toEqual({ kind: 'stop', why: 'deadline' });
    expect(decide(payButton, { ...late, random: 0 }).kind).toBe('again');
  });
});

describe('attemptTimeoutMs', () => {
  it('gives an attempt its own limit, or what the deadline leaves, never less than nothing', () => {
    expect(attemptTimeoutMs(payButton, 0)).toBe(8_000);
    expect(attemptTimeoutMs(payButton, 55_000)).toBe(5_000);
    expect(attemptTimeoutMs(payButton, 61_000)).toBe(0);
  });
});

describe('the presets', () => {
  it('make one attempt at the processor, which ends before a lease of 30 s does', () => {
    const failure = { kind: 'not_sent' as const };
    expect(decide(processorCall, { ...first, failure })).toEqual({ kind: 'stop', why: 'attempts_used_up' });
    expect(processorCall.overallTimeoutMs).toBeLessThanOrEqual(10_000);
  });

  it('let five attempts of Pay, all timed out, end within the minute', () => {
    const slowestMs = 5 * payButton.attemptTimeoutMs + 1_000 + 2_000 + 4_000 + 8_000;
    expect(slowestMs).toBeLessThanOrEqual(payButton.overallTimeoutMs);
  });
});
