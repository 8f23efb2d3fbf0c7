import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '@/idempotency';
import { type Pressed, press, send } from '@/jobs/test-bench';
import {
  type Breakage,
  errorAfter,
  resetBefore,
  silenceAfter,
  type WiredProcessor,
  wireProcessor,
} from '@/lab/wired-processor';
import type { Fact } from '@/payments/processor';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { useSettings } from '@/run/testbed/settings';
import { setItem } from './cart';
import { engine } from './engine';
import { payOperation } from './pay';

/** The flow in the test's own process, with a real database and a real processor behind a link that breaks. */
let database: TestDatabase;
let processor: TestProcessor;
let link: WiredProcessor;
let bell: string;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
  link = await wireProcessor(processor.url);
  useSettings({ DATABASE_URL: database.url, STRIPE_API_BASE: link.url, PROCESSOR_TIMEOUT_MS: '1000' });
  bell = (await prisma().product.findUniqueOrThrow({ where: { slug: 'hotel-bell' } })).id;
});
afterAll(async () => {
  await prisma().$disconnect();
  await link?.stop();
  await processor?.stop();
  await database?.drop();
});
beforeEach(() => link.mend());

async function newPurchase(paymentMethodId?: string): Promise<Pressed> {
  const shopperId = randomUUID();
  await setItem(shopperId, bell, 1);
  return press(shopperId, paymentMethodId);
}

async function charges({ key }: Pressed): Promise<number> {
  const { charges: all } = await processor.books();
  return all.filter(({ status, metadata }) => status === 'captured' && metadata.key === key).length;
}

async function stateOf({ scope, key }: Pressed) {
  const { status, order } = await prisma().payment.findUniqueOrThrow({
    where: { scope_key: { scope, key } },
    include: { order: true },
  });
  const claim = await prisma().idempotencyKey.findFirstOrThrow({ where: { scope, key } });
  return { order: order.status, payment: status, key: claim.state };
}

const paid = { order: 'paid', payment: 'captured', key: 'completed' };

function reasonOf(outcome: Outcome): unknown {
  return outcome.kind === 'answered' ? JSON.parse(outcome.stored.body).reason : outcome.kind;
}

describe('a purchase that the processor', () => {
  it.each<[string, number, Breakage, number]>([
    [
      'charged without a word is in doubt, never declined; the next attempt meets the one charge',
      1,
      silenceAfter,
      1,
    ],
    [
      'charged and called broken is in doubt, never declined; the next attempt meets the one charge',
      1,
      errorAfter,
      1,
    ],
    ['never heard of is in doubt, never declined; the next attempt makes the one charge', 1, resetBefore, 0],
  ])('%s', async (_, times, effect, chargesBefore) => {
    const purchase = await newPurchase();
    await link.break(effect, { times });
    expect((await send(purchase)).kind).toBe('unknown');
    expect(await stateOf(purchase)).toEqual({ order: 'pending', payment: 'in_doubt', key: 'in_progress' });
    expect(await charges(purchase)).toBe(chargesBefore);
    expect(await send(purchase)).toMatchObject({
      kind: 'answered',
      how: 'took_over',
      stored: { status: 200 },
    });
    expect(await stateOf(purchase)).toEqual(paid);
    expect(await charges(purchase)).toBe(1);
  });
});

it('meets its one charge again although a failover has lost everything of the first attempt', async () => {
  const purchase = await newPurchase();
  const { scope, key, input } = purchase;
  await link.break(errorAfter, { times: 1 });
  expect((await send(purchase)).kind).toBe('unknown');
  const { orderId } = await prisma().payment.findUniqueOrThrow({ where: { scope_key: { scope, key } } });
  await prisma().$transaction([
    prisma().payment.delete({ where: { orderId } }),
    prisma().orderLine.deleteMany({ where: { orderId } }),
    prisma().order.delete({ where: { id: orderId } }),
    prisma().idempotencyKey.deleteMany({ where: { scope, key } }),
    prisma().cart.update({ where: { id: input.cartId }, data: { status: 'open' } }),
    prisma().product.update({ where: { id: bell }, data: { stock: { increment: 1 } } }),
  ]);
  expect(await send(purchase)).toMatchObject({ kind: 'answered', how: 'first', stored: { status: 200 } });
  expect(await charges(purchase)).toBe(1);
});

it('stays as it was paid, whatever is said of it later, and however often', async () => {
  const purchase = await newPurchase();
  const first = await send(purchase);
  if (first.kind !== 'answered') throw new Error(`the purchase is ${first.kind}`);
  const rows = () =>
    prisma().payment.findUniqueOrThrow({
      where: { scope_key: { scope: purchase.scope, key: purchase.key } },
      include: { order: { include: { cart: true } } },
    });
  const before = await rows();
  const captured: Fact = {
    kind: 'captured',
    intentId: before.intentId ?? '',
    chargeId: before.chargeId ?? '',
    card: { brand: 'visa', last4: '4242' },
  };
  const declined: Fact = { kind: 'declined', declineCode: 'stale', message: 'No.', intentId: null };
  for (const fact of [captured, { kind: 'not_made' } as const, declined, captured]) {
    const end = await engine().settle(payOperation(), purchase, fact);
    expect(end).toMatchObject({ kind: 'settled', stored: { status: 200, body: first.stored.body } });
  }
  expect(await rows()).toEqual(before);
  expect(await prisma().ledgerTransaction.count({ where: { orderId: before.orderId } })).toBe(1);
});

it('is refused when it is of the cart as it was before another card was declined', async () => {
  const declined = await newPurchase('pm_card_visa_chargeDeclined');
  const delayed = {
    ...declined,
    key: randomUUID(),
    input: { ...declined.input, paymentMethodId: 'pm_card_visa' },
  };
  expect(reasonOf(await send(declined))).toBe('card_declined');
  expect(reasonOf(await send(delayed))).toBe('cart_changed');
  expect(await charges(delayed)).toBe(0);
  expect(await send(await press(declined.scope))).toMatchObject({ stored: { status: 200 } });
});
