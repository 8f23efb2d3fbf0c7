import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorAfter, resetBefore, type WiredProcessor, wireProcessor } from '@/lab/wired-processor';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** A processor that is dead and comes back, behind a wire that counts what is sent to it. */
let shop: TestShop;
let link: WiredProcessor;
let url: string;
let bell: string;

const restMs = 2_000;

beforeAll(async () => {
  shop = await openShop(1, { PROCESSOR_REST_MS: String(restMs) }, async (processorUrl) => {
    link = await wireProcessor(processorUrl);
    return link.url;
  });
  url = shop.stores[0]?.url ?? '';
  bell = (await new TestShopper(url).products())['hotel-bell'] ?? '';
});
afterAll(async () => {
  await shop?.stop();
  await link?.stop();
});

interface Pressed {
  readonly shopper: TestShopper;
  readonly purchase: PayRequest;
}

async function press(): Promise<Pressed> {
  const shopper = new TestShopper(url);
  return { shopper, purchase: await shopper.fillCart({ [bell]: 1 }) };
}

const outcome = ({ status, error }: ApiAnswer): unknown[] => [status, error?.reason];
const inDoubt = [503, 'payment_in_doubt'];
const refused = [503, 'processor_unavailable'];

const claims = async ({ purchase: { key } }: Pressed): Promise<number> =>
  (await shop.sql('SELECT 1 FROM idempotency_key WHERE key = $1', [key])).length;

it('begins nothing more while the processor is dead, still answers what is known, and pays again once one payment came through', async () => {
  await link.break(resetBefore);
  const first = await Promise.all(Array.from({ length: 5 }, press));
  for (const { shopper, purchase } of first) {
    expect(outcome(await shopper.pay(purchase))).toEqual(inDoubt);
  }
  expect(await link.posts()).toBe(5);

  const late = await press();
  const answer = await late.shopper.pay(late.purchase);
  expect(outcome(answer)).toEqual(refused);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await claims(late)).toBe(0);
  expect(await link.posts()).toBe(5);

  const [known] = first;
  if (!known) throw new Error('nobody has pressed');
  const again = { ...known.purchase, headers: { 'x-attempt': '2' } };
  expect(outcome(await known.shopper.pay(again))).toEqual(inDoubt);
  expect(await link.posts()).toBe(6);

  await link.mend();
  await shop.processor.setLatency(1_000);
  const two = [late, await press()];
  let answers: ApiAnswer[] = [];
  await until('the rest of the processor is over', async () => {
    answers = await Promise.all(two.map(({ shopper, purchase }) => shopper.pay(purchase)));
    return answers.some(({ status }) => status === 200);
  });
  expect(answers.map(outcome).sort()).toEqual([[200, undefined], refused].sort());
  expect(await link.posts()).toBe(7);

  for (const { shopper, purchase } of two) expectOk(await shopper.pay(purchase));
  for (const { shopper, purchase } of first) expectOk(await shopper.pay(purchase));
  const { totals } = await shop.processor.books();
  expect(totals.captured.count).toBe(7);
});

it('takes a processor that answers 500 for dead, and one that declines for alive', async () => {
  await shop.processor.setLatency(0);
  for (let card = 1; card <= 6; card += 1) {
    const { shopper } = await press();
    const declined = await shopper.pay(await shopper.purchase('pm_card_visa_chargeDeclined'));
    expect(outcome(declined)).toEqual([402, 'card_declined']);
  }
  await link.break(errorAfter);
  for (let number = 1; number <= 5; number += 1) {
    const { shopper, purchase } = await press();
    expect(outcome(await shopper.pay(purchase))).toEqual(inDoubt);
  }
  const { shopper, purchase } = await press();
  expect(outcome(await shopper.pay(purchase))).toEqual(refused);
});
