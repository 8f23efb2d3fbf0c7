import { expect } from 'vitest';
import type { Ask } from './asking';
import type { CrashLane } from './crash-lane';
import { type CrashPoint, crashPoints } from './crash-point';

/** The crash points of what the store does when it is asked at that path, up to what it writes last of it. */
export async function pointsOfStore(
  lane: CrashLane,
  path: string,
  status: number,
  ask: Ask,
): Promise<CrashPoint[]> {
  const recorded = await lane.record(
    async () => expect((await ask()).status).toBe(status),
    ({ label }) => label === 'INSERT attempt',
  );
  const own = recorded.slice(recorded.findIndex((exchange) => exchange.path === path));
  const match = { from: 'store-1' };
  return crashPoints(
    own.filter(({ from }) => from === match.from),
    () => match,
  );
}

export const payPath = '/api/trpc/checkout.pay';

/** The crash points of a purchase, at a store that has made one before. */
export async function pointsOfPurchase(lane: CrashLane): Promise<CrashPoint[]> {
  await lane.buy();
  const { shopper, purchase } = await lane.press();
  return pointsOfStore(lane, payPath, 200, () => shopper.pay(purchase));
}
