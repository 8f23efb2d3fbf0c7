import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencies, currencyCodes } from '@/platform/currencies';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';

/** Prices, totals and promo codes in every currency, on a production store with a real processor. */
let shop: TestShop;
let products: Record<string, string>;
let url: string;

beforeAll(async () => {
  shop = await openShop(1);
  url = shop.stores[0]?.url ?? '';
  products = await new TestShopper(url).products();
});
afterAll(() => shop?.stop());

function product(slug: string): string {
  const id = products[slug];
  if (!id) throw new Error(`there is no product ${slug}`);
  return id;
}

describe.each(currencyCodes)('a purchase in %s', (currency) => {
  it.each([null, 'TAPTAP10', 'FIVEOFF', 'SHIPFREE'])(
    'is charged what its lines add up to, to the minor unit (promo code %s)',
    async (code) => {
      const shopper = new TestShopper(url);
      expectOk(await shopper.mutate('cart.setCurrency', { currency }));
      await shopper.fillCart({ [product('arcade-button')]: 3, [product('hotel-bell')]: 1 });
      if (code) expectOk(await shopper.mutate('cart.applyPromo', { code }));
      const purchase = await shopper.purchase();
      const paid = expectOk(await shopper.pay(purchase));
      expect(paid.total).toEqual(purchase.input.expectedTotal);

      const order = expectOk(await shopper.query('orders.get', { orderId: paid.orderId }));
      const amount = (name: string): number => (order[name] as { amount: number }).amount;
      const lines = order.lines as { lineTotal: { amount: number; currency: string } }[];
      expect(lines.map(({ lineTotal }) => lineTotal.currency)).toEqual([currency, currency]);
      expect(lines.reduce((sum, { lineTotal }) => sum + lineTotal.amount, 0)).toBe(amount('subtotal'));
      expect(amount('total')).toBe(
        amount('subtotal') - amount('discount') + amount('shipping') + amount('tax'),
      );
      expect(amount('total') % currencies[currency].step).toBe(0);

      const { charges } = await shop.processor.books();
      expect(
        charges
          .filter(({ metadata }) => metadata.key === purchase.key)
          .map((charge) => [charge.status, charge.amountCaptured, charge.currency.toUpperCase()]),
      ).toEqual([['captured', amount('total'), currency]]);
    },
  );
});

describe('a cart whose currency is changed', () => {
  it('keeps its lines at the prices of the new currency, and a purchase of the old total is not charged', async () => {
    const shopper = new TestShopper(url);
    const inDollars = await shopper.fillCart({ [product('hotel-bell')]: 2 });
    const cart = expectOk(await shopper.mutate('cart.setCurrency', { currency: 'JPY' }));
    expect(cart).toMatchObject({ currency: 'JPY', lines: [{ quantity: 2, unitPrice: { currency: 'JPY' } }] });
    const refused = await shopper.pay(inDollars);
    expect([refused.status, refused.error?.reason]).toEqual([409, 'cart_changed']);
    expectOk(await shopper.pay(await shopper.purchase()));
  });

  it('is told in a cookie, which the catalogue follows, and what is no currency changes nothing', async () => {
    const shopper = new TestShopper(url);
    const { headers } = await shopper.mutate('cart.setCurrency', { currency: 'KWD' });
    expect(headers.getSetCookie().join()).toContain('doubletap_currency=KWD');
    for (const [cookie, told] of [
      ['KWD', 'KWD'],
      ['XAU', 'USD'],
      ['__proto__', 'USD'],
    ]) {
      const answer = await fetch(`${url}/api/trpc/catalog.list`, {
        headers: { cookie: `doubletap_currency=${cookie}` },
      });
      const { result }: { result: { data: { price: { currency: string } }[] } } = JSON.parse(
        await answer.text(),
      );
      expect(new Set(result.data.map(({ price }) => price.currency))).toEqual(new Set([told]));
    }
    const refused = await shopper.mutate('cart.setCurrency', { currency: 'XAU' });
    expect([refused.status, refused.error?.reason]).toEqual([400, 'invalid_input']);
  });
});

describe('a promo code', () => {
  it('is used as often as its limit says by 20 shoppers at once, and the others are told and not charged', async () => {
    await shop.sql(
      "INSERT INTO promo (code, kind, value, description, usage_limit) VALUES ('SEVEN', 'percent', 20, '', 7)",
    );
    const shoppers = Array.from({ length: 20 }, () => new TestShopper(url));
    const buyers = await Promise.all(
      shoppers.map(async (shopper) => {
        await shopper.fillCart({ [product('hotel-bell')]: 1 });
        expectOk(await shopper.mutate('cart.applyPromo', { code: 'SEVEN' }));
        return { shopper, purchase: await shopper.purchase() };
      }),
    );
    const row = { select: "SELECT 1 FROM promo WHERE code = 'SEVEN' FOR UPDATE", values: [] };
    const answers = await shop.race(row, 8, () =>
      buyers.map(({ shopper, purchase }) => shopper.pay(purchase)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ error }) => error?.reason === 'promo_unusable')).toHaveLength(13);
    expect(await shop.sql("SELECT used FROM promo WHERE code = 'SEVEN'")).toEqual([{ used: 7 }]);
    const { charges } = await shop.processor.books();
    const keys = new Set(buyers.map(({ purchase }) => purchase.key));
    expect(charges.filter(({ metadata }) => keys.has(metadata.key ?? ''))).toHaveLength(7);
  });

  it('that is for once a shopper can be used by everybody once, and again after a decline', async () => {
    const shopper = new TestShopper(url);
    const buy = async (card: string) => {
      await shopper.fillCart({ [product('hotel-bell')]: 1 });
      const applied = await shopper.mutate('cart.applyPromo', { code: 'WELCOME' });
      if (applied.status !== 200) return applied.error?.reason;
      const { status } = await shopper.pay(await shopper.purchase(card));
      return status;
    };
    expect(await buy('pm_card_visa_chargeDeclined')).toBe(402);
    expect(await buy('pm_card_visa')).toBe(200);
    expect(await buy('pm_card_visa')).toBe('promo_unusable');
    const other = new TestShopper(url);
    await other.fillCart({ [product('hotel-bell')]: 1 });
    expectOk(await other.mutate('cart.applyPromo', { code: 'WELCOME' }));
    expectOk(await other.pay(await other.purchase()));
  });

  it('that was put on the cart before its shopper had used it up is refused at the till', async () => {
    const shopper = new TestShopper(url);
    await shopper.fillCart({ [product('hotel-bell')]: 1 });
    expectOk(await shopper.mutate('cart.applyPromo', { code: 'WELCOME' }));
    const purchase = await shopper.purchase();
    // Another order of the same shopper with the code, as a second device would have made it.
    await shop.sql(
      `WITH other AS (
         INSERT INTO cart (id, shopper_id, status)
         SELECT gen_random_uuid(), shopper_id, 'ordered' FROM cart WHERE id = $1 RETURNING id, shopper_id
       )
       INSERT INTO "order" (id, shopper_id, cart_id, status, email, shipping_address, shipping_option_id, currency,
         subtotal, discount, shipping, tax, total, promo_code)
       SELECT gen_random_uuid(), shopper_id, id, 'pending', 'ada@example.com', '{}', 'standard', 'USD', 1, 0, 0, 0, 1, 'WELCOME'
       FROM other`,
      [purchase.input.cartId],
    );
    const refused = await shopper.pay(purchase);
    expect([refused.status, refused.error?.reason]).toEqual([409, 'promo_unusable']);
  });
});
