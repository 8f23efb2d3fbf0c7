import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import { type FilledCart, fillCarts } from '../shop/carts';
import type { MeasuredShop } from '../shop/open';
import { type Recorder, recordStatements, type Statement } from './recorder';
import { type Template, templateOf } from './template';

/** One purchase as it was said to the database. */
export interface RecordedPurchase {
  readonly who: FilledCart;
  readonly key: string;
  readonly statements: readonly Statement[];
  readonly roundTrips: number;
}

/** How one purchase is said, and how another is made of it. */
export interface PurchaseScript {
  readonly recorded: RecordedPurchase;
  readonly template: Template;
  /** What further purchases have of their own, each with a cart that has been filled for it. */
  prepare(count: number): Promise<string[][]>;
}

/** Records purchases over a store of its own that speaks to its database by way of a recorder. */
export async function recordPurchases(
  shop: MeasuredShop,
  productIds: readonly string[],
): Promise<PurchaseScript> {
  const recorder = await recordStatements(shop.databaseUrl);
  const store = await shop.startStore({ name: 'recorded-store', databaseUrl: recorder.url });
  try {
    const [first = '', second = ''] = productIds;
    // The first ones fill what a store remembers of its database, and open its connections.
    for (let warm = 0; warm < 3; warm += 1) await record(shop, store.url, recorder, first);
    const one = await record(shop, store.url, recorder, first);
    const other = await record(shop, store.url, recorder, second);
    const template = templateOf(one.statements, other.statements);
    const prepare = async (count: number): Promise<string[][]> => {
      const carts = await fillCarts(shop, count, productIds);
      return carts.map((cart) => ownsOf(template, one, cart));
    };
    return { recorded: one, template, prepare };
  } finally {
    await store.stop();
    await recorder.stop();
  }
}

async function record(
  shop: MeasuredShop,
  storeUrl: string,
  recorder: Recorder,
  productId: string,
): Promise<RecordedPurchase> {
  await shop.sql('UPDATE product SET stock = stock + 1, stock_received = stock_received + 1 WHERE id = $1', [
    productId,
  ]);
  const shopper = new TestShopper(storeUrl);
  const { key, input } = await shopper.fillCart({ [productId]: 1 });
  recorder.take();
  expectOk(await shopper.pay({ key, input }));
  await until('the attempt is recorded', async () => {
    const rows = await shop.sql('SELECT 1 FROM attempt WHERE key = $1', [key]);
    return rows.length > 0;
  });
  const [row] = await shop.sql<{ id: string }>('SELECT shopper_id::text AS id FROM cart WHERE id = $1', [
    input.cartId,
  ]);
  const who = { shopperId: row?.id ?? '', cartId: String(input.cartId), productId };
  return { who, key, ...recorder.take() };
}

/** What a purchase of this cart has of its own: the cart and whose it is, and all else made anew in the manner of the recorded one. */
function ownsOf({ owns }: Template, { who }: RecordedPurchase, cart: FilledCart): string[] {
  const given = new Map([
    [who.cartId, cart.cartId],
    [who.shopperId, cart.shopperId],
    [who.productId, cart.productId],
  ]);
  return owns.map((own) => given.get(own) ?? anew(own));
}

/** Another one of the same kind. */
function anew(own: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(own)) return v7();
  if (/^[0-9a-f]{8}-/.test(own)) return randomUUID();
  if (/^\d{4}-\d\d-\d\d/.test(own)) return new Date().toISOString();
  const letters = randomBytes(own.length).toString('hex');
  const prefix = /^[a-z]+_/.exec(own)?.[0];
  // A digest is hexadecimal; the processor's ids are made of digits and letters after their prefix.
  if (prefix === undefined) return letters.slice(0, own.length);
  return `${prefix}${randomInt(10)}${letters}`.slice(0, own.length);
}
