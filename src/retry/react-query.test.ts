import { QueryCache, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forReactQuery, payButton, RetryBudget, read, retryLimits } from './index';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A budget whose minute does not pass. */
const openBudget = (floorPerMinute = retryLimits.floorPerMinute) =>
  new RetryBudget({ ratio: 0, floorPerMinute }, { now: () => 0 });

const lost = () => ({ kind: 'lost' as const });

describe('forReactQuery', () => {
  it('draws and pays once for a failure, whichever question comes first and however often', () => {
    const budget = openBudget();
    const random = vi.fn(() => 0.5);
    const { retry, retryDelay } = forReactQuery(payButton, { failureOf: lost, random, budget });
    const error = new Error('first');
    expect([retryDelay(0, error), retry(0, error), retryDelay(0, error)]).toEqual([750, true, 750]);
    expect(random).toHaveBeenCalledOnce();
    expect(budget.balance).toBe(9);
  });

  it('decides anew on the next failure, also when it is the same error', () => {
    const { retry, retryDelay } = forReactQuery(payButton, { failureOf: lost, random: () => 0.5 });
    const error = new Error('every time');
    expect([0, 1, 2, 3].map((count) => [retry(count, error), retryDelay(count, error)])).toEqual([
      [true, 750],
      [true, 1_500],
      [true, 3_000],
      [true, 6_000],
    ]);
    expect([retry(4, error), retryDelay(4, error)]).toEqual([false, 0]);
  });

  it('stops at the deadline where the caller knows how long it has been under way', () => {
    const { retry } = forReactQuery(payButton, {
      failureOf: lost,
      random: () => 0.5,
      elapsedMs: () => 59_500,
    });
    expect(retry(0, new Error('late'))).toBe(false);
  });

  it('makes React Query itself send as often as policy and budget say', async () => {
    for (const [floorPerMinute, sends] of [
      [10, 3],
      [1, 2],
      [0, 1],
    ] as const) {
      const budget = openBudget(floorPerMinute);
      const queryFn = vi.fn(() => Promise.reject(new Error('down')));
      const answers = forReactQuery(read, { failureOf: lost, random: () => 0.5, budget });
      const query = new QueryClient().fetchQuery({ queryKey: ['cart'], queryFn, ...answers });
      query.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(60_000);
      await expect(query).rejects.toThrow('down');
      expect(queryFn).toHaveBeenCalledTimes(sends);
    }
  });

  it('lets the cache tell originals from repeats, so that only those are counted', async () => {
    const budget = new RetryBudget({ ratio: 1, floorPerMinute: 5 }, { now: () => 0 });
    const queryCache = new QueryCache();
    queryCache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') budget.deposit();
    });
    const client = new QueryClient({ queryCache });
    const options = {
      queryKey: ['cart'],
      queryFn: () => Promise.reject(new Error('down')),
      ...forReactQuery(read, { failureOf: lost, random: () => 0.5, budget }),
    };
    for (const balance of [5 + 1 - 2, 5 + 2 - 4]) {
      const query = client.fetchQuery(options);
      query.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(60_000);
      await expect(query).rejects.toThrow('down');
      expect(budget.balance).toBe(balance);
    }
  });
});
