import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** Owners that die, freeze or hear nothing: with a short lease, on production stores. */
const settings = { LEASE_MS: '8000', PROCESSOR_TIMEOUT_MS: '2000' };

let shop: TestShop;
let product: string;

beforeAll(async () => {
  shop = await openShop(1, settings);
  const { 'arcade-button': id } = await new TestShopper(urlOf(0)).products();
  product = id ?? '';
});
afterAll(() => shop?.stop());
beforeEach(() => shop.processor.setLatency(0));

function urlOf(index: number): string {
  return shop.stores[index]?.url ?? '';
}

async function charges(key: string): Promise<number> {
  const { charges: all } = await shop.processor.books();
  return all.filter(({ status, metadata }) => status === 'captured' && metadata.key === key).length;
}

async function claim({ key }: PayRequest): Promise<{ token: string | null; state: string; alive: boolean }> {
  const [row] = await shop.sql<{ token: string | null; state: string; alive: boolean }>(
    'SELECT token, state, coalesce(lease_until > clock_timestamp(), false) AS alive FROM idempotency_key WHERE key = $1',
    [key],
  );
  if (!row) throw new Error('there is no claim');
  return row;
}

it('goes on where a killed store stopped: charged before the crash, recorded after it, once', async () => {
  const [victim, survivor] = [await shop.startStore(), urlOf(0)];
  const shopper = new TestShopper(survivor);
  const purchase = await shopper.fillCart({ [product]: 1 });
  await shop.processor.setLatency(1_000);
  const cut = shopper.pay(purchase, victim.url).catch(() => 'cut off');
  await until('the processor has the charge', async () => (await charges(purchase.key)) === 1);
  victim.kill('SIGKILL');
  await victim.exited;
  expect(await cut).toBe('cut off');
  expect(await claim(purchase)).toMatchObject({ state: 'in_progress' });

  const joined = await shopper.pay({ ...purchase, headers: { 'x-attempt': '2' } });
  expect(expectOk(joined).status).toBe('paid');
  expect(joined.headers.get('idempotent-replayed')).toBeNull();
  expect(await charges(purchase.key)).toBe(1);
  const endings = () => shop.sql('SELECT ending FROM attempt WHERE key = $1', [purchase.key]);
  await expect.poll(endings).toEqual([{ ending: 'took_over' }]);
});

it('fences an owner that froze past its lease: it writes nothing more, and is told what the new owner stored', async () => {
  const frozen = await shop.startStore();
  const shopper = new TestShopper(urlOf(0));
  const purchase = await shopper.fillCart({ [product]: 1 });
  await shop.processor.setLatency(1_000);
  const first = shopper.pay(purchase, frozen.url);
  await until('the processor has the charge', async () => (await charges(purchase.key)) === 1);
  const { token } = await claim(purchase);
  frozen.kill('SIGSTOP');
  await shop.processor.setLatency(0);
  await until('the lease is over', async () => !(await claim(purchase)).alive);

  const second = await shopper.pay({ ...purchase, headers: { 'x-attempt': '2' } });
  expect(expectOk(second).status).toBe('paid');
  const after = await claim(purchase);
  expect(after).toMatchObject({ state: 'completed', token: null });
  expect(after.token).not.toBe(token);
  const versions = () =>
    shop.sql('SELECT version, xmin::text FROM "order" WHERE cart_id = $1', [purchase.input.cartId]);
  const before = await versions();
  frozen.kill('SIGCONT');
  const late = await first;
  expect([late.status, late.text]).toEqual([200, second.text]);
  expect(await versions()).toEqual(before);
  expect(await charges(purchase.key)).toBe(1);
  await frozen.stop();
});

it('calls a silent processor in doubt, never failed, and finds the one charge with the same key', async () => {
  const shopper = new TestShopper(urlOf(0));
  const purchase = await shopper.fillCart({ [product]: 1 });
  await shop.processor.setLatency(4_000);
  const doubtful = await shopper.pay(purchase);
  expect([doubtful.status, doubtful.error?.reason, doubtful.error?.retry]).toEqual([
    503,
    'payment_in_doubt',
    'same_key',
  ]);
  const { orderId } = doubtful.error ?? {};
  expect(expectOk(await shopper.query('orders.get', { orderId })).payment).toMatchObject({
    status: 'in_doubt',
  });
  expect(expectOk(await shopper.query('cart.get')).unresolvedOrderId).toBe(orderId);
  expect(expectOk(await shopper.mutate('checkout.close', { key: purchase.key }))).toEqual({
    outcome: 'unresolved',
    orderId,
  });

  await shop.processor.setLatency(0);
  await until(
    'the processor has ended its first answer',
    async () => (await shopper.pay(purchase)).status === 200,
  );
  expect(expectOk(await shopper.query('orders.get', { orderId }))).toMatchObject({
    status: 'paid',
    payment: { status: 'captured' },
  });
  expect(await charges(purchase.key)).toBe(1);
});

it('tells a caller that joined on another store of the doubt, instead of asking the processor again', async () => {
  const other = await shop.startStore();
  const shopper = new TestShopper(urlOf(0));
  const purchase = await shopper.fillCart({ [product]: 1 });
  await shop.processor.setLatency(4_000);
  const first = shopper.pay(purchase);
  await until(
    'the first attempt has its claim',
    async () => (await shop.sql('SELECT 1 FROM idempotency_key WHERE key = $1', [purchase.key])).length === 1,
  );
  const joined = await shopper.pay({ ...purchase, headers: { 'x-attempt': '2' } }, other.url);
  expect([(await first).status, joined.status, joined.error?.reason]).toEqual([503, 503, 'payment_in_doubt']);
  expect(joined.text).toBe((await first).text);
  const { charges: all } = await shop.processor.books();
  expect(all.filter(({ metadata }) => metadata.key === purchase.key).map(({ requests }) => requests)).toEqual(
    [1],
  );
  await other.stop();
});
