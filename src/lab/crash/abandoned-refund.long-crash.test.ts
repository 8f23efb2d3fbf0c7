import { afterAll, expect, it } from 'vitest';
import { askUntil } from './asking';
import { CrashLane } from './crash-lane';
import { commitsBy, named } from './crash-point';
import { expectFinished } from './expectations';
import { expectRefundedOnce, prepareRefund, refundPath, refundsThere, withOperator } from './operator';
import { pointsOfStore } from './points-of-store';

// The store is killed at every exchange of a refund, and neither it nor the operator comes back: the worker finishes.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared', env: withOperator });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const { ask } = await prepareRefund(lane, 'all');
const points = await pointsOfStore(lane, refundPath, 200, ask);

it.each(named(points))(
  'gives back once when the store is killed at exchange %s and nobody comes back',
  async (_, point) => {
    const errand = await prepareRefund(lane, 'all');
    const first = await lane.kill('store-1', point, errand.key, errand.ask);
    const wasClaimed = commitsBy(point, points) > 0;
    await expectFinished(lane, errand.key, wasClaimed);
    expect(await refundsThere(lane, errand.orderId)).toEqual(wasClaimed ? [errand.amount] : []);
    await store.start();
    const late = await askUntil(200, errand.ask);
    expect(late.headers.get('idempotent-replayed')).toBe(wasClaimed ? 'true' : null);
    if (first) expect(late.text).toBe(first.text);
    await expectRefundedOnce(lane, errand);
  },
);
