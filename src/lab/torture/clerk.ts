import { setTimeout as sleep } from 'node:timers/promises';
import type { WiredShop } from '../wired-shop';
import type { Chronicle } from './chronicle';
import type { Draw } from './draw';

/** Has work done that else comes by the clock, every five minutes: reconciliation and audits, in the middle of everything. */
export async function keepBooks(
  shop: WiredShop,
  draw: Draw,
  chronicle: Chronicle,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(draw.between(8_000, 16_000), undefined, { signal }).catch(() => undefined); // the end of the wait
    if (signal.aborted) return;
    const queue = draw.pick(['reconcile', 'audit']);
    const { code } = await shop.operate('jobs', 'run', queue);
    chronicle.note('clerk', `${queue} ${code === 0 ? 'is asked for' : 'cannot be asked for now'}`);
  }
}
