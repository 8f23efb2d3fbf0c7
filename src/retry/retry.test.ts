import { describe, expect, it } from 'vitest';
import { backoffMs, classifyHttp, decide, payButton, read, readRetryAfter } from './index';

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

  it('grows decorrelated jitter from the wait before', () => {
    const policy = { ...payButton, jitter: 'decorrelated' as const };
    expect(backoffMs(policy, 1, 0)).toBe(1_000);
    expect(backoffMs(policy, 2, 0.5, 2_000)).toBe(3_500);
    expect(backoffMs(policy, 5, 0.9, 8_000)).toBe(8_000);
  });
});

describe('decide', () => {
  const first = { attempt: 1, elapsedMs: 100, random: 0.5 };

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

  it('waits at least as long as the server asks, within the cap', () => {
    const asked = (retryAfterMs: number) =>
      decide(payButton, { ...first, failure: { kind: 'busy', retryAfterMs } });
    expect(asked(3_000)).toEqual({ kind: 'again', delayMs: 3_000 });
    expect(asked(10)).toEqual({ kind: 'again', delayMs: 750 });
    expect(asked(86_400_000)).toEqual({ kind: 'again', delayMs: payButton.retryAfterCapMs });
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

describe('classifyHttp', () => {
  it("takes the API's own word before the status", () => {
    expect(classifyHttp({ status: 409, retry: 'same_key' }).kind).toBe('busy');
    expect(classifyHttp({ status: 409, retry: 'new_key' }).kind).toBe('refused');
    expect(classifyHttp({ status: 503, retry: 'same_key', isOutcomeUnknown: true }).kind).toBe('broken');
  });

  it('reads a bare status of a proxy with suspicion', () => {
    expect(classifyHttp({ status: 503 }).kind).toBe('broken');
    expect(classifyHttp({ status: 408 }).kind).toBe('lost');
    expect(classifyHttp({ status: 404 }).kind).toBe('refused');
  });
});

describe('readRetryAfter', () => {
  it('reads seconds and HTTP dates, and nothing else', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(readRetryAfter('30', now)).toBe(30_000);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5_000);
    expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    for (const nonsense of [null, '', '-1', '1.5', 'soon', '1e3', '2026-01-01']) {
      expect(readRetryAfter(nonsense, now)).toBeUndefined();
    }
  });
});
