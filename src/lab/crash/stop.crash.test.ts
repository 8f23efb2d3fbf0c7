import { afterAll, expect, it } from 'vitest';
import { CrashLane, patientTimes } from './crash-lane';
import { named } from './crash-point';
import { expectOnce } from './expectations';
import { pointsOfPurchase } from './points-of-store';
import { countAttempts, readKeyStates } from './what-is-true';

// The store is told to end (SIGTERM) at every exchange of a purchase with its database and its processor. It ends by itself
// when the purchase is done, comes back, and so does the client.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared', env: patientTimes });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

/** The signal ends no exchange, so one side of each is enough. */
const points = (await pointsOfPurchase(lane)).filter(({ at }) => at === 'request');

it.each(named(points))(
  'answers its caller, charges once and leaves no open key when the store is told to end at exchange %s',
  async (_, point) => {
    await lane.buy();
    const { shopper, purchase } = await lane.press();
    const { key } = purchase;
    const { answer, exit } = await lane.tellToEnd('store-1', point, key, () => shopper.pay(purchase));
    const [states, attempts] = [await readKeyStates(lane.shop, key), await countAttempts(lane.shop, key)];
    await store.start();
    expect(answer.status).toBe(200);
    expect(exit).toEqual({ code: 0, signal: null });
    expect(states).toEqual(['completed']);
    expect(attempts).toBe(1);
    expect((await lane.retry({ shopper, purchase })).text).toBe(answer.text);
    await expectOnce(lane, { shopper, purchase });
  },
);
