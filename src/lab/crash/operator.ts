import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { expectOk } from '@/run/testbed/shopper';
import { type Ask, askUntil, expectRepeated } from './asking';
import type { CrashLane } from './crash-lane';
import { expectNothingMissing } from './expectations';
import { processorOf } from './processor-client';
import { readRefunds } from './what-is-true';

const consoleToken = 'the-console-token-of-the-tests';

/** What a shop needs to have an operator. */
export const withOperator = { CONSOLE_TOKEN: consoleToken };

export const refundPath = '/api/trpc/operator.refund';

/** What is given back of an order: a dollar of it, or all of it, and then its units go back into stock. */
export type Extent = 'part' | 'all';

const partAmount = 100;

/** A refund that an operator is about to ask for, of an order that was paid. */
export interface RefundErrand {
  readonly key: string;
  readonly orderId: string;
  readonly extent: Extent;
  /** What is to be given back, in minor units. */
  readonly amount: number;
  readonly ask: Ask;
}

export async function prepareRefund(lane: CrashLane, extent: Extent): Promise<RefundErrand> {
  const { orderId } = expectOk(await lane.buy());
  const [order] = await lane.shop.sql<{ total: number }>('SELECT total FROM "order" WHERE id = $1', [
    orderId,
  ]);
  const wanted = extent === 'part' ? { amount: { amount: partAmount, currency: 'USD' } } : { restock: true };
  const input = { orderId, ...wanted, reason: 'requested_by_customer' };
  const key = randomUUID();
  const headers = { authorization: `Bearer ${consoleToken}`, 'idempotency-key': key };
  const operator = lane.newShopper();
  return {
    ...{
      key,
      orderId: String(orderId),
      extent,
      amount: extent === 'part' ? partAmount : (order?.total ?? 0),
    },
    ask: () => operator.mutate('operator.refund', input, headers),
  };
}

/** One refund at the processor and here, booked once, and the same bytes for everybody who asks again. */
export async function expectRefundedOnce(lane: CrashLane, errand: RefundErrand): Promise<void> {
  const { key, orderId, extent, amount } = errand;
  await expectRepeated(await askUntil(200, errand.ask), errand.ask);
  expect(await refundsThere(lane, orderId)).toEqual([amount]);
  const state =
    extent === 'part'
      ? { order: 'paid', payment: 'partially_refunded' }
      : { order: 'refunded', payment: 'refunded' };
  expect(await readRefunds(lane.shop, orderId)).toEqual([
    { ...state, reserved: amount, refunds: ['succeeded'], posted: 1, booked: amount },
  ]);
  await expectNothingMissing(lane, key);
}

/** What the processor has given back for an order, in minor units. */
export async function refundsThere({ shop }: CrashLane, orderId: string): Promise<number[]> {
  const [payment] = await shop.sql<{ charge_id: string }>(
    'SELECT charge_id FROM payment WHERE order_id = $1',
    [orderId],
  );
  const { data } = await processorOf(shop).refunds.list({ charge: payment?.charge_id ?? '', limit: 100 });
  return data.map(({ amount }) => amount);
}
