import { afterAll, expect, it } from 'vitest';
import { askUntil } from './asking';
import { CrashLane } from './crash-lane';
import { named } from './crash-point';
import { expectRefundedOnce, prepareRefund, refundPath, withOperator } from './operator';
import { pointsOfStore } from './points-of-store';

// The store is killed at every exchange of a refund. It comes back, and so does the operator, with the same key.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared', env: withOperator });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

async function pointsOf(extent: 'part' | 'all') {
  const { ask } = await prepareRefund(lane, extent);
  const points = await pointsOfStore(lane, refundPath, 200, ask);
  return points.map((point) => ({ ...point, extent, name: `${point.name} of giving ${extent} back` }));
}
const points = [...(await pointsOf('part')), ...(await pointsOf('all'))];

it.each(named(points))(
  'gives back once when the store is killed at exchange %s and its operator tries again',
  async (_, point) => {
    const errand = await prepareRefund(lane, point.extent);
    const first = await lane.kill('store-1', point, errand.key, errand.ask);
    await store.start();
    const stored = await askUntil(200, errand.ask);
    if (first) expect(stored.text).toBe(first.text);
    await expectRefundedOnce(lane, errand);
  },
);
