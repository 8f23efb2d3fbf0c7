import Stripe from 'stripe';
import { afterAll, expect, it } from 'vitest';
import { CrashLane, leaseMs, type Pressed } from './crash-lane';
import { type CrashPoint, named } from './crash-point';
import { expectFinished, expectOnce, expectUndone } from './expectations';
import { ownerDies } from './misfortune';
import { pointsOfWorker } from './points-of-worker';
import { processorOf } from './processor-client';

// The owner is killed, and the purchase is old as soon as its lease is over: the worker gives it up, is killed at every exchange
// of that, and started again. Where the charge was never sent, nothing is charged any more; where it was made, it is found.

const lane = await CrashLane.open({
  ...{ workers: 1, postgres: 'shared' },
  env: { GIVE_UP_AGE_MS: String(leaseMs + 1) },
});
const store = lane.shop.member('store-1');
const worker = lane.shop.member('worker-1');
afterAll(() => lane.close());

/** Whether the processor has made the charge before the owner's end. */
type Charged = 'charged' | 'uncharged';

const end = (charged: Charged) => ownerDies(charged === 'charged' ? 'answer' : 'request');

async function loseOwner({ shopper, purchase }: Pressed): Promise<void> {
  await shopper.pay(purchase).catch(() => undefined);
  await store.exited;
}

async function pointsOf(charged: Charged): Promise<CrashPoint[]> {
  const pressed = await lane.press();
  await lane.shop.wire.setRules([end(charged)]);
  const points = await pointsOfWorker(lane, pressed.purchase.key, () => loseOwner(pressed));
  await store.start();
  return points;
}

async function giveUp(point: CrashPoint, charged: Charged): Promise<Pressed> {
  const pressed = await lane.press();
  const { key } = pressed.purchase;
  await lane.kill('worker-1', point, key, () => loseOwner(pressed), [end(charged)]);
  await worker.start();
  await expectFinished(lane, key);
  await store.start();
  return pressed;
}

it.each(named(await pointsOf('uncharged')))(
  'charges nothing any more when the worker is killed at exchange %s of giving up what was never charged',
  async (_, point) => {
    const pressed = await giveUp(point, 'uncharged');
    await expectUndone(lane, pressed, 'not_made');
    await expectBlocked(pressed.purchase.key);
  },
);

it.each(named(await pointsOf('charged')))(
  'finds the one charge when the worker is killed at exchange %s of giving up what was charged',
  async (_, point) => expectOnce(lane, await giveUp(point, 'charged')),
);

/** A send of the purchase that is still on its way is refused by the processor. */
async function expectBlocked(key: string): Promise<void> {
  const [payment] = await lane.shop.sql<{ amount: number; processor_key: string }>(
    'SELECT amount, processor_key FROM payment WHERE key = $1',
    [key],
  );
  const late = processorOf(lane.shop).paymentIntents.create(
    { amount: payment?.amount ?? 0, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    { idempotencyKey: payment?.processor_key ?? '' },
  );
  await expect(late).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
}
