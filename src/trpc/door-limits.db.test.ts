import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';

/** Who pays too often, or tries card after card, on production stores with small limits. */
let shop: TestShop;
let bell: string;

beforeAll(async () => {
  shop = await openShop(0);
  const store = await shop.startStore();
  bell = (await new TestShopper(store.url).products())['hotel-bell'] ?? '';
});
afterAll(() => shop?.stop());

const claims = async (key: string): Promise<number> =>
  (await shop.sql('SELECT 1 FROM idempotency_key WHERE key = $1', [key])).length;

const withNewKey = (purchase: PayRequest): PayRequest => ({ ...purchase, key: randomUUID() });

const outcome = ({ status, error }: ApiAnswer): unknown[] => [status, error?.reason];

function expectLimited({ status, headers, error }: ApiAnswer, mostSeconds: number): void {
  expect([status, error?.reason, error?.retry]).toEqual([429, 'rate_limited', 'same_key']);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(mostSeconds);
  expect(Math.ceil(Number(error?.retryAfterMs) / 1_000)).toBe(seconds);
}

it('refuses a shopper who begins too many payments with the true wait and claims nothing; a known key is replayed byte for byte', async () => {
  const { url } = await shop.startStore({ PAYMENTS_A_MINUTE_PER_SHOPPER: '3' });
  const shopper = new TestShopper(url);
  const purchase = await shopper.fillCart({ [bell]: 1 });
  const paid = await shopper.pay(purchase);
  expectOk(paid);
  for (let attempt = 2; attempt <= 5; attempt += 1) expectOk(await shopper.pay(purchase));
  for (let other = 1; other <= 2; other += 1) {
    expect(outcome(await shopper.pay(withNewKey(purchase)))).toEqual([409, 'cart_already_ordered']);
  }
  const refused = withNewKey(purchase);
  expectLimited(await shopper.pay(refused), 60);
  expect(await claims(refused.key)).toBe(0);
  const replayed = await shopper.pay(purchase);
  expect([replayed.status, replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([
    200,
    paid.text,
    'true',
  ]);
  const bystander = new TestShopper(url);
  expectOk(await bystander.pay(await bystander.fillCart({ [bell]: 1 })));
});

describe('counted by where it comes from,', () => {
  it('a caller who forges addresses and drops every cookie is refused all the same', async () => {
    const { url } = await shop.startStore({ PAYMENTS_A_MINUTE_PER_ADDRESS: '4' });
    const purchase = await new TestShopper(url).fillCart({ [bell]: 1 });
    const answers: ApiAnswer[] = [];
    for (let number = 1; number <= 5; number += 1) {
      const headers = {
        'x-forwarded-for': `198.51.100.${number}`,
        'x-doubletap-socket-address': `198.51.100.${number}`,
      };
      answers.push(await new TestShopper(url).pay({ ...withNewKey(purchase), headers }));
    }
    expect(answers.slice(0, 4).map(({ status }) => status)).not.toContain(429);
    expectLimited(answers[4] ?? expect.fail('the last was not answered'), 60);
  });

  it('callers behind a trusted proxy are told apart by what the proxy says, not by what they say', async () => {
    const { url } = await shop.startStore({
      PAYMENTS_A_MINUTE_PER_ADDRESS: '2',
      TRUSTED_PROXIES: '127.0.0.0/8, ::1',
    });
    const purchase = await new TestShopper(url).fillCart({ [bell]: 1 });
    const payFrom = async (forwarded: string): Promise<number> => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await new TestShopper(url).pay({ ...withNewKey(purchase), headers })).status;
    };
    const forged = [];
    for (let number = 1; number <= 3; number += 1) forged.push(await payFrom(`${number}.1.1.1, 203.0.113.5`));
    expect(forged[2]).toBe(429);
    expect(await payFrom('203.0.113.6')).not.toBe(429);
    const neighbours = [];
    for (let host = 1; host <= 3; host += 1) neighbours.push(await payFrom(`2001:db8::${host}`));
    expect(neighbours[2]).toBe(429);
    expect(await payFrom('2001:db8:0:1::1')).not.toBe(429);
  });
});

describe('declined cards', () => {
  const declinedCard = 'pm_card_visa_chargeDeclined';

  it('end the new payments of a shopper and of an address; a known decline is replayed, and others elsewhere buy', async () => {
    const { url } = await shop.startStore({
      DECLINES_AN_HOUR_PER_SHOPPER: '2',
      DECLINES_AN_HOUR_PER_ADDRESS: '3',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const tester = new TestShopper(url);
    await tester.fillCart({ [bell]: 1 });
    const declined: PayRequest[] = [];
    const texts: string[] = [];
    for (let card = 1; card <= 2; card += 1) {
      const purchase = { ...(await tester.purchase(declinedCard)), ...from('203.0.113.7') };
      const answer = await tester.pay(purchase);
      expect(outcome(answer)).toEqual([402, 'card_declined']);
      declined.push(purchase);
      texts.push(answer.text);
    }
    const refused = { ...(await tester.purchase()), ...from('203.0.113.8') };
    expectLimited(await tester.pay(refused), 3_600);
    expect(await claims(refused.key)).toBe(0);
    const replayed = await tester.pay(declined[0] ?? refused);
    expect([replayed.status, replayed.text]).toEqual([402, texts[0]]);

    const other = new TestShopper(url);
    const third = { ...(await other.fillCart({ [bell]: 1 }, declinedCard)), ...from('203.0.113.7') };
    expect(outcome(await other.pay(third))).toEqual([402, 'card_declined']);
    const sameAddress = new TestShopper(url);
    const purchase = await sameAddress.fillCart({ [bell]: 1 });
    expectLimited(await sameAddress.pay({ ...purchase, ...from('203.0.113.7') }), 3_600);
    expectOk(await sameAddress.pay({ ...purchase, ...from('203.0.113.9') }));
    expect((await shop.processor.books()).totals.declined.count).toBe(3);
  });
});
