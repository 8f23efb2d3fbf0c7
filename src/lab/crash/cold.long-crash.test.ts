import { afterAll, expect, it } from 'vitest';
import { CrashLane, type Pressed } from './crash-lane';
import { named } from './crash-point';
import { expectOnce } from './expectations';
import { payPath, pointsOfStore } from './points-of-store';

// The store is killed at every exchange of the first thing that it is asked for in its life: a purchase of a cart that was filled
// before it came back. So it is killed again, at what only a fresh process does.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

/** About to press Pay at a store that has just started. */
async function pressCold(): Promise<Pressed> {
  const pressed = await lane.press();
  store.kill('SIGKILL');
  await store.exited;
  await store.start();
  return pressed;
}

const recorded = await pressCold();
const points = await pointsOfStore(lane, payPath, 200, () => recorded.shopper.pay(recorded.purchase));

it.each(named(points))(
  'charges once when a store that has just started is killed at exchange %s of its first purchase',
  async (_, point) => {
    const { shopper, purchase } = await pressCold();
    const first = await lane.kill('store-1', point, purchase.key, () => shopper.pay(purchase));
    await store.start();
    const stored = await lane.retry({ shopper, purchase });
    if (first) expect(stored.text).toBe(first.text);
    await expectOnce(lane, { shopper, purchase });
  },
);
