import { expect, it, vi } from 'vitest';
import { alike, layersOfTheShop, requestsBelow } from './layers';

it('multiplies: three layers of three attempts make 27, of four 64, five of three 243', () => {
  expect(requestsBelow(alike(3, 3))).toEqual([3, 9, 27]);
  expect(requestsBelow(alike(3, 4)).at(-1)).toBe(64);
  expect(requestsBelow(alike(5, 3)).at(-1)).toBe(243);
  expect(requestsBelow(alike(5, 1)).at(-1)).toBe(1);
});

it('shows the shop as its own policies are', async () => {
  expect(requestsBelow(layersOfTheShop())).toEqual([5, 5]);
  vi.resetModules();
  vi.doMock('@/retry', async (original) => {
    const retry = await original<typeof import('@/retry')>();
    return { ...retry, processorCall: { ...retry.processorCall, maxAttempts: 3 } };
  });
  const changed = await import('./layers');
  expect(changed.requestsBelow(changed.layersOfTheShop())).toEqual([5, 15]);
  vi.doUnmock('@/retry');
});
