import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/platform/log';

/**
 * Does a piece of work again and again until `signal` aborts; resolves when the last one has ended. The pauses are spread by
 * a quarter, so that workers that were started together do not stay together. A failure is logged, and the work goes on.
 */
export async function repeat(
  name: string,
  everyMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work(signal);
    } catch (error) {
      log().error({ err: error, loop: name }, 'a piece of work failed; it is done again');
    }
    const pauseMs = everyMs * (0.875 + Math.random() / 4);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // an abort ends the pause
  }
}
