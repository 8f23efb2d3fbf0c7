import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './index';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('wakes after the time, not before', async () => {
  const woken = vi.fn();
  const startedAt = systemClock.now();
  void systemClock.sleep(1_000).then(woken);
  await vi.advanceTimersByTimeAsync(999);
  expect(woken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toHaveBeenCalledOnce();
  expect(systemClock.now() - startedAt).toBe(1_000);
});

it('wakes at once, with the reason, when it is aborted, and leaves no timer behind', async () => {
  const leaving = new AbortController();
  const sleep = systemClock.sleep(1_000, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(sleep).rejects.toThrow('left');
  await expect(systemClock.sleep(1_000, leaving.signal)).rejects.toThrow('left');
  expect(vi.getTimerCount()).toBe(0);
});
