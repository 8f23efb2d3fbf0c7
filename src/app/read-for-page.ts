import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/platform/log';

/** How long a page waits, in milliseconds: the browser can ask again, and a page that does not come helps nobody. */
const boundMs = 1_000;

/** What a page is better sent with, and can be sent without: undefined when it could not be read in time. */
export async function readForPage<T>(read: () => Promise<T>): Promise<T | undefined> {
  const found = read().catch((error: unknown) => {
    log().warn({ err: error }, 'a page is sent without what its shopper has');
    return undefined;
  });
  return Promise.race([found, sleep(boundMs, undefined, { ref: false })]);
}
