import { afterAll, it } from 'vitest';
import { CrashLane } from './crash-lane';
import { named } from './crash-point';
import { expectFinished, expectOnce } from './expectations';
import { unsent } from './misfortune';
import { pointsOfWorker } from './points-of-worker';

// The worker is killed at every exchange of finishing an abandoned purchase, and started again. The store's own sends never
// arrive, so the worker's is the first.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared' });
const worker = lane.shop.member('worker-1');
afterAll(() => lane.close());

const { shopper, purchase } = await lane.press();
await lane.shop.wire.setRules([unsent]);
const points = await pointsOfWorker(lane, purchase.key, () => shopper.pay(purchase));

it.each(named(points))('charges once when the worker is killed at exchange %s', async (_, point) => {
  const abandoned = await lane.press();
  const { key } = abandoned.purchase;
  await lane.kill('worker-1', point, key, () => abandoned.shopper.pay(abandoned.purchase), [unsent]);
  await worker.start();
  await expectFinished(lane, key);
  await expectOnce(lane, abandoned);
});
