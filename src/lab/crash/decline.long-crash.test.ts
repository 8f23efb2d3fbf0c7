import { afterAll, expect, it } from 'vitest';
import { CrashLane, type Wish } from './crash-lane';
import { named } from './crash-point';
import { expectUndone } from './expectations';
import { payPath, pointsOfStore } from './points-of-store';

// The card is declined, and the store is killed at every exchange of it. It comes back, and so does the client.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

const wish: Wish = { paymentMethodId: 'pm_card_visa_chargeDeclined', promoCode: 'TAPTAP10' };

await lane.buy();
const recorded = await lane.press(wish);
const points = await pointsOfStore(lane, payPath, 402, () => recorded.shopper.pay(recorded.purchase));

it.each(named(points))(
  'tells one decline when the store is killed at exchange %s and its client tries again',
  async (_, point) => {
    await lane.buy();
    const { shopper, purchase } = await lane.press(wish);
    const first = await lane.kill('store-1', point, purchase.key, () => shopper.pay(purchase));
    await store.start();
    const stored = await lane.retry({ shopper, purchase }, 402);
    if (first) expect(stored.text).toBe(first.text);
    await expectUndone(lane, { shopper, purchase }, 'declined');
  },
);
