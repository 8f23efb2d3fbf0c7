import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again every 50 ms until there is an answer other than undefined, at most for `boundMs`; returns undefined
 * when the bound is reached.
 */
export async function poll<T>(boundMs: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + boundMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() > end) return answer;
    await sleep(50);
  }
}
