import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Breakage,
  errorAfter,
  resetBefore,
  silenceAfter,
  type WiredProcessor,
  wireProcessor,
} from '@/lab/wired-processor';
import { startProcessor } from '@/run/testbed/processor';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/**
 * Nothing is lost: whatever breaks, and although the shopper never comes back, a purchase ends with one charge and a paid
 * order, or with no charge and a cancelled order. Real store, worker, PostgreSQL and processor; the faults are on the wire.
 */
const settings = { LEASE_MS: '6000', PROCESSOR_TIMEOUT_MS: '1500', GIVE_UP_AGE_MS: '9000' };

let shop: TestShop;
let link: WiredProcessor;
let product: string;

beforeAll(async () => {
  shop = await openShop(1, settings, async (url) => {
    link = await wireProcessor(url);
    return link.url;
  });
  const { 'arcade-button': id } = await new TestShopper(storeUrl()).products();
  product = id ?? '';
  await shop.startWorker();
});
afterAll(async () => {
  await shop?.stop();
  await link?.stop();
});
beforeEach(async () => {
  await link.mend();
  await shop.processor.setLatency(0);
});

function storeUrl(): string {
  return shop.stores[0]?.url ?? '';
}

async function charges(key: string): Promise<number> {
  const { charges: all } = await shop.processor.books();
  return all.filter(({ status, metadata }) => status === 'captured' && metadata.key === key).length;
}

/** Waits until a purchase has the age at which it is given up. */
function untilOld({ key }: PayRequest): Promise<void> {
  return until('the purchase is old', async () => {
    const old = "SELECT 1 FROM idempotency_key WHERE key = $1 AND created_at < now() - interval '9 seconds'";
    return (await shop.sql(old, [key])).length === 1;
  });
}

interface Ended {
  readonly order: string;
  readonly payment: string;
  readonly key: string;
}

async function stateOf({ key }: PayRequest): Promise<Ended | undefined> {
  const [row] = await shop.sql<{ order: string; payment: string; key: string }>(
    `SELECT "order".status AS order, payment.status AS payment, idempotency_key.state AS key
     FROM payment JOIN "order" ON "order".id = payment.order_id
     JOIN idempotency_key ON idempotency_key.scope = payment.scope AND idempotency_key.key = payment.key
     WHERE payment.key = $1`,
    [key],
  );
  return row;
}

async function expectPaidOnce(purchase: PayRequest, shopper: TestShopper): Promise<void> {
  await until('the purchase is paid', async () => (await stateOf(purchase))?.order === 'paid', 40_000);
  expect(await stateOf(purchase)).toEqual({ order: 'paid', payment: 'captured', key: 'completed' });
  expect(await charges(purchase.key)).toBe(1);
  const late = await shopper.pay(purchase);
  expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  await expectCleanAudit();
}

async function expectCleanAudit(): Promise<void> {
  const { code, lines } = await shop.audit();
  expect(lines).not.toContain('BROKEN');
  expect(code).toBe(0);
}

async function press(paymentMethodId?: string): Promise<{ shopper: TestShopper; purchase: PayRequest }> {
  const shopper = new TestShopper(storeUrl());
  return { shopper, purchase: await shopper.fillCart({ [product]: 1 }, paymentMethodId) };
}

describe('the worker finishes, once, a purchase whose processor', () => {
  it.each<[string, number, Breakage]>([
    ['charged and then never answered', 1, silenceAfter],
    ['answered 500 after charging', 1, errorAfter],
    ['reset the connection before charging', 2, resetBefore],
  ])('%s', async (_, times, effect) => {
    const { shopper, purchase } = await press();
    await link.break(effect, { times });
    const answer = await shopper.pay(purchase);
    expect([answer.status, answer.error?.reason]).toEqual([503, 'payment_in_doubt']);
    await expectPaidOnce(purchase, shopper);
  });

  it('was down, and came back', async () => {
    const { shopper, purchase } = await press();
    shop.processor.kill('SIGKILL');
    await shop.processor.exited;
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    const { dataFolder, port } = shop.processor;
    const back = await startProcessor({ again: { dataFolder, port } });
    await expectPaidOnce(purchase, shopper);
    expect(back.url).toBe(shop.processor.url);
  });

  it('declined and then never answered: no charge, and stock and cart are back', async () => {
    const { shopper, purchase } = await press('pm_card_visa_chargeDeclined');
    const [before] = await shop.sql('SELECT stock FROM product WHERE id = $1', [product]);
    await link.break(silenceAfter, { times: 1 });
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    await until(
      'the decline is known',
      async () => (await stateOf(purchase))?.payment === 'declined',
      40_000,
    );
    expect(await stateOf(purchase)).toEqual({ order: 'cancelled', payment: 'declined', key: 'completed' });
    expect(await shop.sql('SELECT stock FROM product WHERE id = $1', [product])).toEqual([before]);
    expect(expectOk(await shopper.query('cart.get'))).toMatchObject({ id: purchase.input.cartId });
    expect((await shopper.pay(purchase)).error?.reason).toBe('card_declined');
    await expectCleanAudit();
  });
});

describe('the worker finishes, once, a purchase whose', () => {
  it('store was killed between the charge and its record', async () => {
    const victim = await shop.startStore();
    const { shopper, purchase } = await press();
    await shop.processor.setLatency(1_000);
    const cut = shopper.pay(purchase, victim.url).catch(() => 'cut off');
    await until('the processor has the charge', async () => (await charges(purchase.key)) === 1);
    victim.kill('SIGKILL');
    expect(await cut).toBe('cut off');
    expect(await stateOf(purchase)).toEqual({ order: 'pending', payment: 'processing', key: 'in_progress' });
    await shop.processor.setLatency(0);
    await expectPaidOnce(purchase, shopper);
  });

  it('shopper closed the tab, at any moment', async () => {
    await shop.processor.setLatency(300);
    const buyers = await Promise.all(
      [0, 5, 20, 60, 150, 300, 450].map(async (closedAfterMs) => ({ ...(await press()), closedAfterMs })),
    );
    await Promise.all(
      buyers.map(({ shopper, purchase, closedAfterMs }) =>
        shopper.pay({ ...purchase, signal: AbortSignal.timeout(closedAfterMs) }).catch(() => 'closed'),
      ),
    );
    for (const { purchase } of buyers) {
      await until('the purchase is at rest', async () => {
        const state = await stateOf(purchase);
        return state === undefined || state.key === 'completed';
      });
      const state = await stateOf(purchase);
      expect(await charges(purchase.key)).toBe(state?.order === 'paid' ? 1 : 0);
    }
    await expectCleanAudit();
  });

  it('worker was killed in the middle of it', async () => {
    const { shopper, purchase } = await press();
    await link.break(resetBefore);
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    const victim = await shop.startWorker();
    await shop.processor.setLatency(1_200);
    await link.mend();
    // After each doubt a purchase rests for longer; here it is due at once.
    await shop.sql('UPDATE idempotency_key SET doubts = 0 WHERE key = $1', [purchase.key]);
    await until('a worker is charging', async () => (await charges(purchase.key)) === 1);
    victim.kill('SIGKILL');
    await shop.processor.setLatency(0);
    await expectPaidOnce(purchase, shopper);
  });
});

describe('a purchase that got old is given up', () => {
  it('without a charge, for good: stock and promo are back, and a late send is refused', async () => {
    const { shopper } = await press();
    expectOk(await shopper.mutate('cart.applyPromo', { code: 'TAPTAP10' }));
    const purchase = await shopper.purchase();
    const counted =
      'SELECT (SELECT stock FROM product WHERE id = $1), (SELECT used FROM promo WHERE code = $2)';
    const [before] = await shop.sql(counted, [product, 'TAPTAP10']);
    await link.break(resetBefore);
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    await untilOld(purchase);
    await link.mend();
    await until('it is given up', async () => (await stateOf(purchase))?.key === 'completed', 90_000);
    expect(await stateOf(purchase)).toEqual({ order: 'cancelled', payment: 'not_made', key: 'completed' });
    expect(await shop.sql(counted, [product, 'TAPTAP10'])).toEqual([before]);
    const [{ processor_key: processorKey } = { processor_key: '' }] = await shop.sql<{
      processor_key: string;
    }>('SELECT processor_key FROM payment WHERE key = $1', [purchase.key]);
    const { hostname, port } = new URL(shop.processor.url);
    const stripe = new Stripe('sk_test_demo', {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    const lateSend = stripe.paymentIntents.create(
      { amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      { idempotencyKey: processorKey },
    );
    await expect(lateSend).rejects.toThrow(Stripe.errors.StripeIdempotencyError);
    expect(await charges(purchase.key)).toBe(0);
    const late = await shopper.pay(purchase);
    expect([late.status, late.error?.reason]).toEqual([402, 'payment_not_made']);
    await expectCleanAudit();
  });

  it('although an earlier giving up broke off halfway, and the processor has forgotten the key since', async () => {
    const { shopper, purchase } = await press();
    await link.break(resetBefore);
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    // Giving up may create the blocked intent, and is then cut off from cancelling it.
    await link.break(resetBefore, { path: '/v1/payment_intents/' });
    await shop.sql("UPDATE idempotency_key SET created_at = now() - interval '22 hours' WHERE key = $1", [
      purchase.key,
    ]);
    await until('the cancelling was cut off', async () => (await link.broken()) > 0, 60_000);
    await shop.sql(
      "UPDATE idempotency_key SET created_at = now() - interval '23 hours 30 minutes', doubts = 0 WHERE key = $1",
      [purchase.key],
    );
    await link.mend();
    await until('it is given up', async () => (await stateOf(purchase))?.key === 'completed', 90_000);
    expect(await stateOf(purchase)).toEqual({ order: 'cancelled', payment: 'not_made', key: 'completed' });
    expect(await charges(purchase.key)).toBe(0);
    await expectCleanAudit();
  });

  it('with its charge found by listing, when every answer was lost until then', async () => {
    const { shopper, purchase } = await press();
    await link.break(errorAfter);
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    await untilOld(purchase);
    await link.mend();
    await expectPaidOnce(purchase, shopper);
  });
});

it('two workers and two stores do nothing twice', async () => {
  const second = await shop.startStore();
  await Promise.all([shop.startWorker(), shop.startWorker()]);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => press()));
  await link.break(errorAfter, { times: 8 });
  await Promise.all(
    buyers.map(({ shopper, purchase }, n) => shopper.pay(purchase, n % 2 ? second.url : storeUrl())),
  );
  for (const { purchase } of buyers) {
    await until('the purchase is paid', async () => (await stateOf(purchase))?.order === 'paid', 40_000);
    expect(await charges(purchase.key)).toBe(1);
  }
  const keys = buyers.map(({ purchase }) => purchase.key);
  const receipts = `SELECT count(*)::int FROM receipt JOIN payment USING (order_id) WHERE payment.key = ANY ($1)`;
  await until(
    'every receipt is written',
    async () => (await shop.sql<{ count: number }>(receipts, [keys]))[0]?.count === 8,
  );
  const booked = `SELECT count(*)::int FROM ledger_transaction JOIN payment USING (order_id) WHERE payment.key = ANY ($1) AND event_kind = 'capture'`;
  expect(await shop.sql(booked, [keys])).toEqual([{ count: 8 }]);
  await expectCleanAudit();
});
