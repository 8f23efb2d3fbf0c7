import { afterAll, expect, it } from 'vitest';
import { CrashLane } from './crash-lane';
import { commitsBy, named } from './crash-point';
import { chargesOf, expectFinished, expectOnce } from './expectations';
import { pointsOfPurchase } from './points-of-store';

// The store is killed at every exchange of a purchase, and neither it nor the client comes back: the worker finishes.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const points = await pointsOfPurchase(lane);

it.each(named(points))(
  'charges once when the store is killed at exchange %s and nobody comes back',
  async (_, point) => {
    await lane.buy();
    const { shopper, purchase } = await lane.press();
    const first = await lane.kill('store-1', point, purchase.key, () => shopper.pay(purchase));
    const wasClaimed = commitsBy(point, points) > 0;
    await expectFinished(lane, purchase.key, wasClaimed);
    expect(await chargesOf(lane, purchase.key)).toHaveLength(wasClaimed ? 1 : 0);
    await store.start();
    const late = await lane.retry({ shopper, purchase });
    expect(late.headers.get('idempotent-replayed')).toBe(wasClaimed ? 'true' : null);
    if (first) expect(late.text).toBe(first.text);
    await expectOnce(lane, { shopper, purchase });
  },
);
