import { setTimeout as sleep } from 'node:timers/promises';
import { read } from '@/retry';
import { errorData } from '@/trpc/client';
import type { Draw } from './draw';

/** Somebody has tried often enough, and goes away. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** How often somebody tries what is safe to repeat. */
const mostTries = 25;

/** Tries what is safe to repeat until there is an answer, as people do who see that the page does not load. A no is thrown as it came. */
export async function persist<T>(
  draw: Draw,
  what: string,
  call: (options: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      return await call({ signal: AbortSignal.timeout(read.attemptTimeoutMs) });
    } catch (error) {
      const data = errorData(error);
      if (data !== null && data.retry !== 'same_key') throw error;
      await sleep(draw.between(200, 1_500));
    }
  }
  throw new GaveUp(what);
}
