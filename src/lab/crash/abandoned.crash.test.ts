import { afterAll, expect, it } from 'vitest';
import { until } from '@/run/testbed/until';
import { CrashLane, named, pointsOfStore } from './crash-lane';

// The store is killed at every exchange of a purchase, and neither it nor the client comes back: the worker finishes.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const points = await pointsOfStore(lane);
/** From here on the claim has committed. */
const claimed = points.findIndex(({ label, at }) => label === 'COMMIT' && at === 'answer');

it.each(named(points))(
  'charges once when the store is killed at exchange %s and nobody comes back',
  async (_, point) => {
    await lane.buy();
    const { shopper, purchase } = await lane.press();
    await lane.arm(point, purchase, { process: 'store-1' });
    const first = await shopper.pay(purchase).catch(() => undefined);
    await store.exited;
    await lane.expectReached(point);
    const states = () =>
      lane.shop.sql<{ state: string }>('SELECT state FROM idempotency_key WHERE key = $1', [purchase.key]);
    await until('the worker has finished', async () =>
      (await states()).every(({ state }) => state === 'completed'),
    );
    const wasClaimed = points.indexOf(point) >= claimed;
    expect(await states()).toEqual(wasClaimed ? [{ state: 'completed' }] : []);
    const { charges } = await lane.shop.books();
    expect(charges.filter(({ metadata }) => metadata.key === purchase.key)).toHaveLength(wasClaimed ? 1 : 0);
    await store.start();
    const late = await lane.retry({ shopper, purchase });
    expect(late.headers.get('idempotent-replayed')).toBe(wasClaimed ? 'true' : null);
    if (first) expect(late.text).toBe(first.text);
    await lane.expectOnce({ shopper, purchase });
  },
);
