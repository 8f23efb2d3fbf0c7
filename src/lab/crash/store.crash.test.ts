import { afterAll, expect, it } from 'vitest';
import { CrashLane } from './crash-lane';
import { named } from './crash-point';
import { expectOnce } from './expectations';
import { pointsOfPurchase } from './points-of-store';

// The store is killed at every exchange of a purchase with its database and its processor. It comes back, and so does the client.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const points = await pointsOfPurchase(lane);

it.each(named(points))(
  'charges once when the store is killed at exchange %s and its client tries again',
  async (_, point) => {
    await lane.buy();
    const { shopper, purchase } = await lane.press();
    const first = await lane.kill('store-1', point, purchase.key, () => shopper.pay(purchase));
    await store.start();
    const stored = await lane.retry({ shopper, purchase });
    if (first) expect(stored.text).toBe(first.text); // killed after it had answered
    await expectOnce(lane, { shopper, purchase });
  },
);
