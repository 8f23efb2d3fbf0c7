import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from './query-client';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends a change as a component does it: its defaults are looked up by its key. */
function changing(client: QueryClient, mutationKey: string[], mutationFn: () => Promise<never>) {
  return new MutationObserver(client, { mutationKey, mutationFn }).mutate();
}

const readCount = 30;

/** The floor of a minute, and a tenth of the originals. */
const repeatsPaid = 10 + readCount / 10;

it('pays the repeats of all reads of a page, and of its changes of the cart, from one budget', async () => {
  const client = makeQueryClient();
  const down = vi.fn(() => Promise.reject(new Error('down')));
  for (let number = 0; number < readCount; number += 1) {
    client.fetchQuery({ queryKey: ['read', number], queryFn: down }).catch(() => undefined);
  }
  await vi.advanceTimersByTimeAsync(15_000);
  expect(down).toHaveBeenCalledTimes(readCount + repeatsPaid);

  down.mockClear();
  const change = changing(client, ['cart', 'setItem'], down);
  await expect(change).rejects.toThrow('down');
  expect(down).toHaveBeenCalledOnce();

  down.mockClear();
  await vi.advanceTimersByTimeAsync(61_000);
  client.fetchQuery({ queryKey: ['later'], queryFn: down }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(down).toHaveBeenCalledTimes(3);
});

it('repeats a change of the cart like a read, and no other change', async () => {
  const client = makeQueryClient();
  for (const [mutationKey, sends] of [
    [['cart', 'setItem'], 3],
    [['cart', 'applyPromo'], 3],
    [['anything'], 1],
  ] as const) {
    const down = vi.fn(() => Promise.reject(new Error('down')));
    const change = changing(client, [...mutationKey], down);
    change.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(change).rejects.toThrow('down');
    expect(down).toHaveBeenCalledTimes(sends);
  }
});
