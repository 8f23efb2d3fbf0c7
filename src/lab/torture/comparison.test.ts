import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkBooks } from './books';
import { Chronicle } from './chronicle';
import { checkPromises } from './promises';
import type { Told } from './told';
import type { Charge, Order, Truth } from './truth';

// A torture that could not find anything would always be clean: every lie must be found, and the truth must not be called one.

const folder = mkdtempSync(path.join(tmpdir(), 'doubletap-chronicle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = 'the-key';

const order: Order = {
  ...{ id: 'order', status: 'paid', cartId: 'cart', total: 895, key },
  ...{ processorKey: 'processor-key', chargeId: 'ch_1', hasReceipt: true, givenBack: 0 },
};

const charge: Charge = {
  ...{ id: 'ch_1', amount: 895, amountCaptured: 895, amountRefunded: 0, currency: 'usd', status: 'captured' },
  ...{
    declineCode: null,
    paymentIntent: 'pi_1',
    metadata: { key },
    idempotencyKey: 'processor-key',
    requests: 1,
  },
};

function truth(orders: readonly Order[], charges: readonly Charge[]): Truth {
  return {
    ...{ orders, charges },
    ordersById: new Map(orders.map((one) => [one.id, one])),
    ordersByKey: new Map(orders.map((one) => [one.key, one])),
    refundStates: new Map(),
  };
}

/** Which checks are broken when a shopper was told this and that is true. */
function broken(told: readonly Told[], { orders = [order], charges = [charge] }): string[] {
  const chronicle = new Chronicle(path.join(folder, 'chronicle.log'));
  const purchase = chronicle.purchase('ada', key);
  purchase.sent = { cartId: 'cart', total: 895 };
  for (const one of told) chronicle.tell(purchase, one);
  const is = truth(orders, charges);
  return [...checkPromises(chronicle, is), ...checkBooks(chronicle, is)]
    .filter(({ violations }) => violations.length > 0)
    .map(({ name }) => name);
}

const paid: Told = { kind: 'paid', orderId: 'order' };
const notCharged: Told = { kind: 'not_charged', by: 'card_declined' };
const alreadyOrdered: Told = { kind: 'already_ordered', orderId: 'order' };

const toldPaid = 'who was told "paid" has the order, charged once, at its total';
const toldNotCharged = 'who was told "not charged" was not charged';
const toldAlready = 'who was told "already ordered" has an order of that cart, and no second charge';

describe('what a shopper was told', () => {
  it('is found true where it is', () => {
    expect(broken([paid], {})).toEqual([]);
    expect(broken([notCharged], { orders: [], charges: [] })).toEqual([]);
    expect(
      broken([alreadyOrdered], {
        orders: [{ ...order, key: 'other' }],
        charges: [{ ...charge, metadata: { key: 'other' } }],
      }),
    ).toEqual([]);
  });

  it.each([
    ['there is no order', { orders: [] }],
    ['the order is cancelled', { orders: [{ ...order, status: 'cancelled' as const }] }],
    ['the order is of another purchase', { orders: [{ ...order, key: 'other' }] }],
    ['nothing was charged', { charges: [] }],
    ['it was charged twice', { charges: [charge, { ...charge, id: 'ch_2' }] }],
    ['another amount was charged', { charges: [{ ...charge, amountCaptured: 995 }] }],
  ])('is found untrue: paid, and %s', (_, is) => {
    expect(broken([paid], is)).toContain(toldPaid);
  });

  it('is found untrue: not charged, and charged, given back or not', () => {
    expect(broken([notCharged], {})).toContain(toldNotCharged);
    expect(broken([notCharged], { charges: [{ ...charge, amountRefunded: 895 }] })).toContain(toldNotCharged);
    const late = { orders: [{ ...order, status: 'cancelled' as const, givenBack: 895 }] };
    expect(broken([notCharged], { ...late, charges: [{ ...charge, amountRefunded: 895 }] })).toEqual([]);
    expect(broken([notCharged], { ...late, charges: [{ ...charge, amountRefunded: 800 }] })).toContain(
      toldNotCharged,
    );
  });

  it('is found untrue: already ordered, and there is no such order, or this purchase was charged too', () => {
    expect(broken([alreadyOrdered], { orders: [] })).toContain(toldAlready);
    expect(broken([alreadyOrdered], { orders: [{ ...order, cartId: 'other' }] })).toContain(toldAlready);
    expect(broken([alreadyOrdered], {})).toContain(toldAlready);
  });

  it('is found untrue: two different things', () => {
    expect(broken([paid, notCharged], {})).toContain('nobody was told two different things of one purchase');
    expect(broken([paid, paid], {})).toEqual([]);
  });
});

describe('the books', () => {
  it.each([
    [
      'a purchase is charged at most once',
      { charges: [charge, { ...charge, id: 'ch_2', amountRefunded: 895 }] },
    ],
    ['a charge has its one paid order, or went back', { orders: [] }],
    ['a paid order has its charge, at its total', { charges: [] }],
    ['a paid order has its charge, at its total', { orders: [{ ...order, total: 995 }] }],
    ['a paid order has its receipt, or is about to', { orders: [{ ...order, hasReceipt: false }] }],
    [
      'a cart has at most one order that is not cancelled',
      {
        orders: [order, { ...order, id: 'second', status: 'pending' as const, chargeId: null, key: 'other' }],
      },
    ],
    ['what went back at the processor went back here', { charges: [{ ...charge, amountRefunded: 100 }] }],
  ])('are found wrong: %s', (name, is) => {
    expect(broken([], is)).toContain(name);
  });
});
