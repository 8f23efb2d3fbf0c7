import { afterAll, it } from 'vitest';
import { until } from '@/run/testbed/until';
import { CrashLane, type Pressed } from './crash-lane';
import { crashPoints, named } from './crash-point';
import { expectFinished, expectOnce } from './expectations';
import { ownerDies } from './misfortune';

// The owner is killed when the charge has been made, and only the processor's messages tell the shop: no client comes back, and
// there is no worker. The store that hears them is killed at every exchange of handling them, and comes back. The messages come
// one after the other, so that every run is the same.

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

/** A charge that the shop knows nothing of, in a store that has just come back. */
async function orphan(): Promise<Pressed> {
  const pressed = await lane.press();
  await lane.shop.wire.setRules([ownerDies('answer')]);
  await pressed.shopper.pay(pressed.purchase).catch(() => undefined);
  await store.exited;
  await lane.shop.wire.clearRules();
  await store.start();
  return pressed;
}

async function hearAll(): Promise<void> {
  await lane.shop.redeliver();
  await until('all messages are acknowledged', async () => (await lane.shop.undelivered()) === 0, 60_000);
}

await orphan();
const recorded = await lane.record(hearAll, ({ from }) => from === 'processor');
const points = crashPoints(
  recorded.filter(({ from }) => from === 'store-1'),
  () => ({ from: 'store-1' }),
);

it.each(named(points))(
  'charges once when the store is killed at exchange %s of hearing of a charge',
  async (_, point) => {
    const pressed = await orphan();
    await lane.kill('store-1', point, pressed.purchase.key, () => lane.shop.redeliver());
    await store.start();
    await hearAll();
    await expectFinished(lane, pressed.purchase.key);
    await expectOnce(lane, pressed);
  },
);
