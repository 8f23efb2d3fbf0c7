import { afterAll, it } from 'vitest';
import type { PayRequest } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import type { RuleInput } from '@/wire/rules';
import { CrashLane, crashPoints, type Match, named, type Pressed } from './crash-lane';

// The worker is killed at every exchange of finishing an abandoned purchase, and started again. A worker does many things at a
// time, so its exchanges are counted by what they are about: the key of the purchase, or its charge. The BEGIN of a transaction
// is about nothing: to be killed at it is to be killed after the exchange before it.

const lane = await CrashLane.open({ workers: 1, postgres: 'shared' });
const worker = lane.shop.member('worker-1');
afterAll(() => lane.close());

/** Neither of the store's two sends arrives (the SDK repeats one whose connection was closed), so the worker's is the first. */
const unsent: RuleInput = {
  id: 'unsent',
  match: { from: 'store-1', method: 'POST', path: '/v1/payment_intents' },
  times: 2,
  effect: { kind: 'reset', at: 'request' },
};

const aboutKey: Match = ({ key }) => ({ from: 'worker-1', link: 'shop-database', key });
const aboutCharge: Match = () => ({ from: 'worker-1', method: 'POST', path: '/v1/payment_intents' });

function isFinished({ key }: PayRequest): () => Promise<boolean> {
  const completed = "SELECT 1 FROM idempotency_key WHERE key = $1 AND state = 'completed'";
  return async () => (await lane.shop.sql(completed, [key])).length === 1;
}

async function abandon({ shopper, purchase }: Pressed): Promise<void> {
  await shopper.pay(purchase);
}

const pressed = await lane.press();
await lane.shop.wire.setRules([unsent]);
const recorded = await lane.record(
  async () => {
    await abandon(pressed);
    await until('the worker has finished', isFinished(pressed.purchase));
  },
  ({ from, key, label }) => from === 'worker-1' && key === pressed.purchase.key && label === 'COMMIT',
);
const ofWorker = recorded.filter(({ from }) => from === 'worker-1');
const points = [
  ...crashPoints(
    ofWorker.filter(({ link, key }) => link === 'shop-database' && key === pressed.purchase.key),
    aboutKey,
  ),
  ...crashPoints(
    ofWorker.filter(({ label }) => label === 'POST /v1/payment_intents'),
    aboutCharge,
  ),
];

it.each(named(points))('charges once when the worker is killed at exchange %s', async (_, point) => {
  const abandoned = await lane.press();
  await lane.arm(point, abandoned.purchase, { process: 'worker-1' }, [unsent]);
  await abandon(abandoned);
  await worker.exited;
  await lane.expectReached(point);
  await worker.start();
  await until('the worker has finished', isFinished(abandoned.purchase));
  await lane.expectOnce(abandoned);
});
