import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/idempotency';
import { type ReportedRefund, readRefund, report } from '@/payments/refunds';
import { newId, prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { readCartToPrice, setItem } from './cart';
import { engine } from './engine';
import { payInput, refundInput } from './input';
import { payOperation } from './pay';
import { quote } from './quote';
import { refundOperation } from './refund';
import { settleReportedRefund } from './reported-refund';

/** What happens here between a look at the payments and one at the processor. */
const between = vi.hoisted(() => ({ happens: async (): Promise<unknown> => undefined }));
vi.mock('@/payments/refunds', async (importOriginal) => {
  const real = await importOriginal<typeof import('@/payments/refunds')>();
  const readChargeMetadata: typeof real.readChargeMetadata = async (chargeId) => {
    await between.happens();
    return real.readChargeMetadata(chargeId);
  };
  return { ...real, readChargeMetadata };
});

/** What the processor tells of refunds later, or of refunds that nobody here asked for: a real database and processor. */
let database: TestDatabase;
let processor: TestProcessor;
let stripe: Stripe;
let bell: string;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('STRIPE_API_BASE', processor.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
  const { hostname: host, port } = new URL(processor.url);
  stripe = new Stripe('sk_test_demo', { host, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
  bell = (await prisma().product.findUniqueOrThrow({ where: { slug: 'hotel-bell' } })).id;
});
afterAll(async () => {
  await prisma().$disconnect();
  await processor?.stop();
  await database?.drop();
  vi.unstubAllEnvs();
});

const attempt = { isRepeat: false, keepAlive: () => undefined };

function answered(outcome: Outcome): Record<string, unknown> {
  if (outcome.kind !== 'answered') throw new Error(`the attempt is ${outcome.kind}`);
  return JSON.parse(outcome.stored.body);
}

interface Paid {
  readonly orderId: string;
  readonly chargeId: string;
  /** Minor units. */
  readonly total: number;
}

async function buy(): Promise<Paid> {
  const shopperId = newId();
  const { id: cartId } = await setItem(shopperId, bell, 2);
  const cart = await readCartToPrice(shopperId, cartId);
  const input = payInput.parse({
    cartId,
    cartVersion: cart.version,
    expectedTotal: quote(cart, null, 'standard').total,
    email: 'ada@example.com',
    shippingAddress: {
      name: 'Ada L',
      line1: '1 Bell St',
      city: 'Austin',
      postalCode: '78701',
      country: 'US',
    },
    paymentMethodId: 'pm_card_visa',
  });
  const purchase = { scope: shopperId, key: randomUUID(), input };
  const { orderId } = answered(await engine().attempt(payOperation(), { ...purchase, ...attempt }));
  const payment = await prisma().payment.findUniqueOrThrow({ where: { orderId: String(orderId) } });
  return { orderId: String(orderId), chargeId: payment.chargeId ?? '', total: payment.amount };
}

function refund(orderId: string, changes: object = {}, key: string = randomUUID()) {
  const input = refundInput.parse({ orderId, reason: 'requested_by_customer', ...changes });
  return engine().attempt(refundOperation(), { scope: 'operator', key, input, ...attempt });
}

async function state(orderId: string): Promise<{ order: string; payment: string; reserved: number }> {
  const order = await prisma().order.findUniqueOrThrow({
    where: { id: orderId },
    include: { payment: true },
  });
  const { payment } = order;
  return {
    order: order.status,
    payment: payment?.status ?? 'none',
    reserved: payment?.refundedAmount ?? 0,
  };
}

/** The balance of an account over one order, in minor units. */
async function balance(orderId: string, accountCode: string): Promise<number> {
  const { _sum } = await prisma().ledgerEntry.aggregate({
    where: { accountCode, transaction: { orderId } },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0;
}

async function stock(): Promise<number> {
  return (await prisma().product.findUniqueOrThrow({ where: { id: bell } })).stock;
}

function failed(reported: ReportedRefund): ReportedRefund {
  const { refundId } = reported;
  return {
    ...reported,
    outcome: { known: true, fact: { kind: 'refund_failed', refundId, why: 'lost_or_stolen_card' } },
  };
}

describe('a refund made at the processor', () => {
  it('is recorded once, by however many reports at once, with its place in the ledger', async () => {
    const { orderId, chargeId, total } = await buy();
    const made = await stripe.refunds.create({ charge: chargeId, amount: 100 });
    const reported = await readRefund(made.id);
    const alongside = vi.fn(async () => undefined);
    const reports = await Promise.all(
      Array.from({ length: 5 }, () => settleReportedRefund(reported, alongside)),
    );
    expect(reports).toEqual(Array(5).fill('settled'));
    expect(alongside).toHaveBeenCalledTimes(5);
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'partially_refunded', reserved: 100 });
    expect(await prisma().refund.findMany({ where: { payment: { orderId } } })).toMatchObject([
      { scope: 'processor', key: made.id, refundId: made.id, amount: 100, status: 'succeeded' },
    ]);
    expect(await balance(orderId, 'refunds')).toBe(100);

    answered(await refund(orderId));
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'refunded', reserved: total });
  });

  it('waits while an open refund here leaves no room for it: never above what was captured', async () => {
    const { orderId, chargeId, total } = await buy();
    await prisma().payment.update({ where: { orderId }, data: { refundedAmount: total - 50 } });
    const reported = await readRefund((await stripe.refunds.create({ charge: chargeId, amount: 100 })).id);
    expect(await settleReportedRefund(reported)).toBe('waiting');
    expect(await state(orderId)).toMatchObject({ reserved: total - 50 });
    await prisma().payment.update({ where: { orderId }, data: { refundedAmount: 0 } });
    expect(await settleReportedRefund(reported)).toBe('settled');
    expect(await state(orderId)).toMatchObject({ reserved: 100 });
  });

  it('that has failed before it was heard of moves nothing, also when its success is reported late', async () => {
    const { orderId, chargeId } = await buy();
    const reported = await readRefund((await stripe.refunds.create({ charge: chargeId, amount: 100 })).id);
    expect(await settleReportedRefund(failed(reported))).toBe('settled');
    expect(await settleReportedRefund(reported)).toBe('settled');
    expect(await state(orderId)).toEqual({ order: 'paid', payment: 'captured', reserved: 0 });
    expect(await balance(orderId, 'refunds')).toBe(0);
  });

  it('of a charge that is not ours is left alone', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const made = await stripe.refunds.create({ payment_intent: intent.id });
    expect(await settleReportedRefund(await readRefund(made.id))).toBe('not_ours');
  });
});

describe('a refund of ours', () => {
  it('that fails after it had succeeded is owed again: the ledger is reversed, and it can be made again', async () => {
    const { orderId } = await buy();
    const before = await stock();
    const { processorRefundId } = answered(await refund(orderId, { restock: true }));
    expect(await stock()).toBe(before + 2);
    const reported = await readRefund(String(processorRefundId));
    expect(await settleReportedRefund(failed(reported))).toBe('settled');
    expect(await settleReportedRefund(failed(reported))).toBe('settled');
    expect(await settleReportedRefund(reported)).toBe('settled');
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'captured', reserved: 0 });
    expect(await balance(orderId, 'refunds')).toBe(0);
    expect(await prisma().ledgerTransaction.count({ where: { eventId: reported.refundId } })).toBe(2);

    expect(answered(await refund(orderId, { restock: true })).reason).toBe('restock_refused');
    expect(await stock()).toBe(before + 2);
    // The simulator has not heard of the failure, so it gives nothing more: the refund is made, refused, and free again.
    expect(answered(await refund(orderId)).reason).toBe('refund_failed');
    expect(await state(orderId)).toEqual({ order: 'refunded', payment: 'captured', reserved: 0 });
  });

  it('is found by its metadata when only the processor remembers it, and its key tells it again', async () => {
    const { orderId } = await buy();
    const key = randomUUID();
    const first = answered(await refund(orderId, { amount: { amount: 100, currency: 'USD' } }, key));
    const reported = await readRefund(String(first.processorRefundId));
    // A failover loses the refund with its claim.
    await prisma().$executeRaw`DELETE FROM idempotency_key WHERE key = ${key}`;
    await prisma().refund.delete({ where: { refundId: reported.refundId } });
    await prisma().payment.update({
      where: { orderId },
      data: { refundedAmount: 0, status: 'captured' },
    });
    await prisma().$executeRaw`ALTER TABLE ledger_transaction DISABLE TRIGGER USER`;
    await prisma().$executeRaw`ALTER TABLE ledger_entry DISABLE TRIGGER USER`;
    await prisma().ledgerEntry.deleteMany({ where: { transaction: { eventId: reported.refundId } } });
    await prisma().ledgerTransaction.deleteMany({ where: { eventId: reported.refundId } });
    await prisma().$executeRaw`ALTER TABLE ledger_transaction ENABLE TRIGGER USER`;
    await prisma().$executeRaw`ALTER TABLE ledger_entry ENABLE TRIGGER USER`;

    expect(await settleReportedRefund(reported)).toBe('settled');
    expect(await prisma().refund.findUnique({ where: { refundId: reported.refundId } })).toMatchObject({
      scope: 'operator',
      key,
    });
    const again = answered(await refund(orderId, { amount: { amount: 100, currency: 'USD' } }, key));
    expect(again.processorRefundId).toBe(reported.refundId);
    expect(await state(orderId)).toMatchObject({ reserved: 100 });
    expect(await balance(orderId, 'refunds')).toBe(100);
  });
});

describe('a refund of a charge that came too late', () => {
  it('is booked against what is owed, and owed again when it fails; its order stays cancelled', async () => {
    const { orderId, chargeId, total } = await buy();
    await prisma().order.update({ where: { id: orderId }, data: { status: 'cancelled' } });
    await prisma().payment.update({ where: { orderId }, data: { status: 'captured_late' } });
    const part = await readRefund((await stripe.refunds.create({ charge: chargeId, amount: 100 })).id);
    expect(await settleReportedRefund(part)).toBe('settled');
    expect(await state(orderId)).toEqual({ order: 'cancelled', payment: 'captured_late', reserved: 100 });
    const { processorRefundId } = answered(await refund(orderId));
    expect(await state(orderId)).toEqual({ order: 'cancelled', payment: 'refunded', reserved: total });
    expect(await balance(orderId, 'surplus')).toBe(total);
    expect(await balance(orderId, 'refunds')).toBe(0);

    const rest = await readRefund(String(processorRefundId));
    expect(await settleReportedRefund(failed(rest))).toBe('settled');
    expect(await state(orderId)).toEqual({ order: 'cancelled', payment: 'captured_late', reserved: 100 });
    expect(await balance(orderId, 'surplus')).toBe(100);
  });
});

describe('an old refund in doubt', () => {
  /** A refund that was claimed and whose outcome nobody knows. */
  async function plant(orderId: string, processorDidIt: boolean) {
    const key = randomUUID();
    const input = refundInput.parse({
      orderId,
      reason: 'duplicate',
      amount: { amount: 100, currency: 'USD' },
    });
    const purchase = { scope: 'operator', key, input };
    await prisma().$transaction((tx) => refundOperation().begin(tx, purchase, null));
    if (processorDidIt) await refundOperation().effect.send(purchase);
    return purchase;
  }
  const pastMemoryMs = 23 * 60 * 60_000;

  it('is sent again with its own key while the processor remembers that', async () => {
    const { orderId, chargeId } = await buy();
    const purchase = await plant(orderId, true);
    const outcome = await refundOperation().effect.giveUp(purchase, pastMemoryMs - 1);
    const { data } = await stripe.refunds.list({ charge: chargeId });
    expect(outcome).toEqual({ known: true, fact: { kind: 'refunded', refundId: data[0]?.id } });
    expect(data).toHaveLength(1);
  });

  it('is only looked for after that, and has failed when the processor never made it', async () => {
    const [made, lost] = [await buy(), await buy()];
    const found = await refundOperation().effect.giveUp(await plant(made.orderId, true), pastMemoryMs);
    expect(found).toMatchObject({ known: true, fact: { kind: 'refunded' } });
    const never = await refundOperation().effect.giveUp(await plant(lost.orderId, false), pastMemoryMs);
    expect(never).toMatchObject({ known: true, fact: { kind: 'refund_failed', refundId: null } });
    expect((await stripe.refunds.list({ charge: lost.chargeId })).data).toEqual([]);
  });
});

it('leaves a refund that is pending at the processor as it is', async () => {
  const { orderId, chargeId } = await buy();
  const made = await stripe.refunds.create({ charge: chargeId, amount: 100 });
  expect(await settleReportedRefund(report({ ...made, status: 'pending' }))).toBe('no_fact');
  expect(await state(orderId)).toMatchObject({ reserved: 0 });
});

it('a refund whose capture is settled while it is looked for waits, and is recorded the next time', async () => {
  const { orderId, chargeId } = await buy();
  const name = (id: string) => prisma().payment.update({ where: { orderId }, data: { chargeId: id } });
  await name('ch_of_nobody');
  between.happens = () => name(chargeId);
  const { id } = await stripe.refunds.create(
    { charge: chargeId, amount: 100 },
    { idempotencyKey: randomUUID() },
  );
  const told = async () => settleReportedRefund(await readRefund(id));
  expect([await told(), await told()]).toEqual(['waiting', 'settled']);
  expect(await state(orderId)).toMatchObject({ payment: 'partially_refunded', reserved: 100 });
});
