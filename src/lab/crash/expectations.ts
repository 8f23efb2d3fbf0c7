import { expect } from 'vitest';
import { until } from '@/run/testbed/until';
import { expectRepeated } from './asking';
import type { CrashLane, Pressed } from './crash-lane';
import { attemptsAreRecorded, isNothingMissing, readKeyStates, readPurchase } from './what-is-true';

/** Somebody else finishes what is under the key, where it was claimed: nobody is left who could ask for it. */
export async function expectFinished({ shop }: CrashLane, key: string, wasClaimed = true): Promise<void> {
  await until('it has been finished', async () =>
    (await readKeyStates(shop, key)).every((state) => state === 'completed'),
  );
  expect(await readKeyStates(shop, key)).toEqual(wasClaimed ? ['completed'] : []);
}

/** One order, one charge, a balanced ledger, the stock, and the same bytes for everybody who asks again. */
export async function expectOnce(lane: CrashLane, { shopper, purchase }: Pressed): Promise<void> {
  const { key } = purchase;
  await expectRepeated(await lane.retry({ shopper, purchase }), () => shopper.pay(purchase));
  const charges = await chargesOf(lane, key);
  expect(charges.map(({ status, amountRefunded }) => ({ status, amountRefunded }))).toEqual([
    { status: 'captured', amountRefunded: 0 },
  ]);
  expect(await readPurchase(lane.shop, key)).toEqual([
    {
      ...{ order: 'paid', payment: 'captured', key: 'completed', cart: 'ordered' },
      ...{ total: charges[0]?.amountCaptured, captures: 1, balance: 0 },
    },
  ]);
  await expectNothingMissing(lane, key);
}

/**
 * No charge, the order cancelled, stock and promo code back, the cart open again, and the same bytes for everybody who asks
 * again.
 */
export async function expectUndone(
  lane: CrashLane,
  { shopper, purchase }: Pressed,
  payment: 'declined' | 'not_made',
): Promise<void> {
  const { key } = purchase;
  const stored = await lane.retry({ shopper, purchase }, 402);
  const reason = payment === 'declined' ? 'card_declined' : 'payment_not_made';
  expect(stored.error).toMatchObject({ reason, retry: 'new_key' });
  await expectRepeated(stored, () => shopper.pay(purchase));
  const charges = await chargesOf(lane, key);
  expect(charges.map(({ status }) => status)).toEqual(payment === 'declined' ? ['declined'] : []);
  expect(await readPurchase(lane.shop, key)).toMatchObject([
    { order: 'cancelled', payment, key: 'completed', cart: 'open', captures: 0, balance: 0 },
  ]);
  await expectNothingMissing(lane, key);
}

/** No unit and no use of a promo code is lost; called after three attempts with a key, it lets them be recorded. */
export async function expectNothingMissing({ shop, productId }: CrashLane, key: string): Promise<void> {
  expect(await isNothingMissing(shop, productId)).toBe(true);
  await attemptsAreRecorded(shop, key, 3);
}

/** The charges that the processor has for a key, declined ones included. */
export async function chargesOf({ shop }: CrashLane, key: string) {
  return (await shop.books()).charges.filter(({ metadata }) => metadata.key === key);
}
