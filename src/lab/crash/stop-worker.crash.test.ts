import { afterAll, expect, it } from 'vitest';
import { CrashLane, patientTimes } from './crash-lane';
import { named } from './crash-point';
import { expectOnce } from './expectations';
import { unsent } from './misfortune';
import { pointsOfWorker } from './points-of-worker';
import { readKeyStates } from './what-is-true';

// The worker is told to end (SIGTERM) at every exchange of finishing an abandoned purchase, and started again for the next.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared', env: patientTimes });
const worker = lane.shop.member('worker-1');
afterAll(() => lane.close());

const { shopper, purchase } = await lane.press();
await lane.shop.wire.setRules([unsent]);
const points = (await pointsOfWorker(lane, purchase.key, () => shopper.pay(purchase))).filter(
  ({ at }) => at === 'request',
);

it.each(named(points))(
  'finishes the purchase that it is at, and leaves no open key, when the worker is told to end at exchange %s',
  async (_, point) => {
    const abandoned = await lane.press();
    const { key } = abandoned.purchase;
    const ask = () => abandoned.shopper.pay(abandoned.purchase);
    const { answer, exit } = await lane.tellToEnd('worker-1', point, key, ask, [unsent]);
    const states = await readKeyStates(lane.shop, key);
    await worker.start();
    expect(answer.error).toMatchObject({ reason: 'payment_in_doubt' });
    expect(exit).toEqual({ code: 0, signal: null });
    expect(states).toEqual(['completed']);
    await expectOnce(lane, abandoned);
  },
);
