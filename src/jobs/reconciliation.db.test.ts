import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '@/checkout/engine';
import { installationId } from '@/checkout/installation';
import { payOperation } from '@/checkout/pay';
import { accounts } from '@/ledger/accounts';
import { trialBalance } from '@/ledger/trial-balance';
import { stripe } from '@/payments/processor';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { until } from '@/run/testbed/until';
import { runLateRefunds, runReconciliation } from './reconciliation';
import { type Bought, buy } from './test-bench';

/** Runs on a real database and a real processor, with purchases that have gone every wrong way. */
let database: TestDatabase;
let processor: TestProcessor;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('STRIPE_API_BASE', processor.url);
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('PROCESSOR_TIMEOUT_MS', '1000');
  vi.stubEnv('RECONCILE_MIN_AGE_MS', '0');
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(async () => {
  await prisma().$disconnect();
  await processor?.stop();
  await database?.drop();
});

async function paymentOf({ scope, key }: Bought) {
  return prisma().payment.findUniqueOrThrow({
    where: { scope_key: { scope, key } },
    include: { order: true, refunds: true },
  });
}

/** What the processor has of a purchase. */
async function chargesOf({ key }: Bought) {
  const { charges } = await processor.books();
  return charges.filter(({ status, metadata }) => status === 'captured' && metadata.key === key);
}

/** A purchase that is charged, and whose answer was lost: nobody here knows. */
async function buyInDoubt(): Promise<Bought> {
  await processor.setLatency(3_000);
  const bought = await buy();
  expect(bought.outcome.kind).toBe('unknown');
  await until('the processor has the charge', async () => (await chargesOf(bought)).length === 1);
  await processor.setLatency(0);
  return bought;
}

/** The same purchase charged once more, as nothing of ours would do it: under another key. */
async function chargeAgain({ scope, key }: Bought, amount: number): Promise<string> {
  const { latest_charge: chargeId } = await stripe().paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: {
        installation: await installationId(prisma()),
        operation: payOperation().name,
        shopper: scope,
        key,
      },
    },
    { idempotencyKey: `again-${key}` },
  );
  if (typeof chargeId !== 'string') throw new Error('the second charge was not made');
  return chargeId;
}

async function events(orderId: string): Promise<string[]> {
  const booked = await prisma().ledgerTransaction.findMany({
    where: { orderId },
    orderBy: { recordedAt: 'asc' },
  });
  return booked.map(({ eventKind, eventId }) => `${eventKind} ${eventId.split('_')[0]}`);
}

async function balanceOf(account: string): Promise<number> {
  const balance = await trialBalance(prisma());
  expect(balance.isBalanced).toBe(true);
  return balance.accounts.find((one) => one.account === account)?.balance ?? 0;
}

async function recordedFindings(runId: string) {
  const run = await prisma().reconciliationRun.findUniqueOrThrow({
    where: { id: runId },
    include: { findings: true },
  });
  expect(run.finishedAt).not.toBeNull();
  return run.findings.map(({ kind, action, processorId }) => [kind, action, processorId]);
}

it('matches what is right, and books the fee of each charge once', async () => {
  const bought = await buy();
  const { orderId, amount } = await paymentOf(bought);
  const first = await runReconciliation();
  expect(first).toMatchObject({ error: null, matched: 1, findings: [], feesPosted: 1 });
  expect(await events(orderId)).toEqual(['capture ch', 'fee txn']);
  expect(await balanceOf(accounts.fees)).toBe(Math.round(amount * 0.029) + 30);

  const twins = await Promise.all([runReconciliation(), runReconciliation()]);
  expect(twins.map(({ matched, feesPosted }) => [matched, feesPosted])).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(await events(orderId)).toEqual(['capture ch', 'fee txn']);
});

it('settles a payment in doubt whose charge it finds, as the one order that it is', async () => {
  const bought = await buyInDoubt();
  const [charge] = await chargesOf(bought);
  const { findings, runId } = await runReconciliation();
  expect(findings).toMatchObject([{ kind: 'missing_here', processorId: charge?.id, action: 'settled' }]);
  expect(await recordedFindings(runId)).toEqual([['missing_here', 'settled', charge?.id]]);
  expect(await paymentOf(bought)).toMatchObject({
    status: 'captured',
    chargeId: charge?.id,
    order: { status: 'paid' },
  });
  const claim = await prisma().idempotencyKey.findFirstOrThrow({ where: { key: bought.key } });
  expect([claim.state, claim.answerStatus]).toEqual(['completed', 200]);
  expect((await runReconciliation()).findings).toEqual([]);
});

it('gives a capture back that turns up for a purchase that was given up, and its books end at zero', async () => {
  const bought = await buyInDoubt();
  await engine().settle(payOperation(), bought, { kind: 'not_made' });
  const before = await balanceOf(accounts.processorClearing);
  const { findings } = await runReconciliation();
  const [charge] = await chargesOf(bought);
  expect(findings.map(({ kind, action }) => [kind, action])).toEqual([
    ['missing_here', 'settled'],
    ['captured_late', 'refunded'],
  ]);
  const payment = await paymentOf(bought);
  expect(payment).toMatchObject({
    status: 'refunded',
    refundedAmount: payment.amount,
    order: { status: 'cancelled' },
    refunds: [{ status: 'succeeded', amount: payment.amount }],
  });
  expect(charge?.amountRefunded).toBe(payment.amount);
  expect(await events(payment.orderId)).toEqual(['late_capture ch', 'refund re', 'fee txn']);
  expect(await balanceOf(accounts.surplus)).toBe(0);
  const fee = Math.round(payment.amount * 0.029) + 30;
  expect(await balanceOf(accounts.processorClearing)).toBe(before - fee);
  expect((await runReconciliation()).findings).toEqual([]);
});

it('makes one refund of a late capture, also when it dies between the processor and its own books', async () => {
  const bought = await buyInDoubt();
  const [charge] = await chargesOf(bought);
  await engine().settle(payOperation(), bought, { kind: 'not_made' });
  const intent = await stripe().charges.retrieve(charge?.id ?? '');
  await engine().settle(payOperation(), bought, {
    kind: 'captured',
    intentId: String(intent.payment_intent),
    chargeId: intent.id,
    card: { brand: 'visa', last4: '4242' },
  });
  expect(await paymentOf(bought)).toMatchObject({ status: 'captured_late' });
  // The books are held, so that the refund is made and cannot be recorded: the run dies there.
  await prisma().$executeRawUnsafe('ALTER TABLE refund ADD CONSTRAINT held CHECK (false) NOT VALID');
  await expect(runLateRefunds()).rejects.toThrow('held');
  await prisma().$executeRawUnsafe('ALTER TABLE refund DROP CONSTRAINT held');
  expect((await chargesOf(bought))[0]?.amountRefunded).toBe(intent.amount);
  expect(await paymentOf(bought)).toMatchObject({ status: 'captured_late', refunds: [] });

  const twins = await Promise.all([runLateRefunds(), runLateRefunds()]);
  expect(twins.flat().map(({ action }) => action)).toEqual(expect.arrayContaining(['refunded']));
  expect(await paymentOf(bought)).toMatchObject({ status: 'refunded', refunds: [{ amount: intent.amount }] });
  const refunds = await stripe().refunds.list({ charge: intent.id });
  expect(refunds.data).toHaveLength(1);
  expect(await runLateRefunds()).toEqual([]);
  expect(await balanceOf(accounts.surplus)).toBe(0);
});

describe('a purchase that is charged twice', () => {
  it('keeps the charge that paid it, and gets the other one back, once', async () => {
    const bought = await buy();
    const paid = await paymentOf(bought);
    const second = await chargeAgain(bought, paid.amount);
    const { findings } = await runReconciliation();
    expect(findings).toMatchObject([{ kind: 'charged_twice', processorId: second, action: 'refunded' }]);
    const refundedOf = async () =>
      (await chargesOf(bought)).map(({ id, amountRefunded }) => [id, amountRefunded]).sort();
    const expected = [
      [paid.chargeId, 0],
      [second, paid.amount],
    ].sort();
    expect(await refundedOf()).toEqual(expected);
    expect(await paymentOf(bought)).toMatchObject({ status: 'captured', order: { status: 'paid' } });
    expect(await events(paid.orderId)).toEqual(
      expect.arrayContaining(['capture ch', 'late_capture ch', 'refund re', 'fee txn']),
    );
    expect(await balanceOf(accounts.surplus)).toBe(0);
    expect((await runReconciliation()).findings).toEqual([]);
    expect(await refundedOf()).toEqual(expected);
  });

  it('is settled by the first of two charges when nobody knew of either', async () => {
    const bought = await buyInDoubt();
    const [first] = await chargesOf(bought);
    const second = await chargeAgain(bought, first?.amount ?? 0);
    const { findings } = await runReconciliation();
    expect(findings.map(({ kind, action }) => [kind, action]).sort()).toEqual([
      ['charged_twice', 'refunded'],
      ['missing_here', 'settled'],
    ]);
    const { chargeId } = await paymentOf(bought);
    const kept = (await chargesOf(bought)).filter(({ amountRefunded }) => amountRefunded === 0);
    expect(kept.map(({ id }) => id)).toEqual([chargeId]);
    expect([first?.id, second]).toContain(chargeId);
  });
});

it('reports what it does not understand, and touches none of it', async () => {
  const bought = await buy();
  const { id, chargeId } = await paymentOf(bought);
  await prisma().payment.update({ where: { id }, data: { chargeId: 'ch_lost', key: 'another key' } });
  const foreign = await stripe().paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { installation: 'somebody else' },
  });
  const { findings, feesPosted } = await runReconciliation();
  expect(findings.map(({ kind, action, processorId }) => [kind, action, processorId]).sort()).toEqual([
    ['missing_here', 'reported', chargeId],
    ['missing_there', 'reported', 'ch_lost'],
  ]);
  expect(feesPosted).toBe(0);
  const { charges } = await processor.books();
  const untouched = charges.filter(({ id }) => id === chargeId || id === foreign.latest_charge);
  expect(untouched.map(({ amountRefunded }) => amountRefunded)).toEqual([0, 0]);
  await prisma().payment.update({ where: { id }, data: { chargeId, key: bought.key } });
});

it('leaves alone what is younger than the settings say', async () => {
  const bought = await buyInDoubt();
  const { findings } = await runReconciliation(new Date(Date.now() - 60_000));
  expect(findings).toEqual([]);
  expect(await paymentOf(bought)).toMatchObject({ status: 'in_doubt' });
  expect((await runReconciliation()).findings).toMatchObject([{ action: 'settled' }]);
});

it('records that the processor cannot be reached, calls nothing missing, and starts there again', async () => {
  const { port, dataFolder } = processor;
  const { toTime: before } = await prisma().reconciliationRun.findFirstOrThrow({
    orderBy: { startedAt: 'desc' },
  });
  processor.kill('SIGKILL');
  await processor.exited;
  const { error, findings, runId } = await runReconciliation();
  expect(error).toContain('StripeConnectionError');
  expect(findings.map(({ kind, action }) => [kind, action])).toEqual([['report_unavailable', 'failed']]);
  expect(await recordedFindings(runId)).toEqual([['report_unavailable', 'failed', null]]);

  processor = await startProcessor({ again: { dataFolder, port } });
  const { runId: nextId } = await runReconciliation();
  const next = await prisma().reconciliationRun.findUniqueOrThrow({ where: { id: nextId } });
  expect(next.fromTime.getTime()).toBeLessThan(before.getTime());
  expect(await recordedFindings(nextId)).toEqual([]);
});
