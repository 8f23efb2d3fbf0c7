import { afterAll, expect, it } from 'vitest';
import { CrashLane, named, pointsOfStore } from './crash-lane';

// The store is killed at every exchange of a purchase with its database and its processor. It comes back, and so does the client.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const points = await pointsOfStore(lane);

it.each(named(points))(
  'charges once when the store is killed at exchange %s and its client tries again',
  async (_, point) => {
    await lane.buy();
    const pressed = await lane.press();
    await lane.arm(point, pressed.purchase, { process: 'store-1' });
    const first = await pressed.shopper.pay(pressed.purchase).catch(() => undefined);
    await store.exited;
    await lane.expectReached(point);
    await store.start();
    const stored = await lane.retry(pressed);
    if (first) expect(stored.text).toBe(first.text); // killed after it had answered
    await lane.expectOnce(pressed);
  },
);
