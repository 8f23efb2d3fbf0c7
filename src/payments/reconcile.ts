import { newId } from '@/platform/database';
import { log } from '@/platform/log';
import { compare, type Finding, type Ours, paymentOf, type Theirs } from './compare';
import { postFees } from './fees';
import { booksFor, expectedThere } from './our-books';
import { type PuttingRight, putRight, type RecordedFinding, refundLateCaptures } from './put-right';
import { isAtProcessor, type SettlementLine, settlementReport, whyUnreadable } from './settlement-report';

/** What a run of reconciliation works with. */
export interface Reconciling extends PuttingRight {
  /** The operation whose purchases are reconciled. */
  readonly operation: string;
  /** Purchases that were made from `from` until `to`, which lies so far back that none of them is under way any more. */
  readonly period: { readonly from: Date; readonly to: Date };
}

/** How a run ended. */
export interface Reconciled {
  readonly runId: string;
  /** Why the processor's report could not be read: then nothing was compared. */
  readonly error: string | null;
  readonly matched: number;
  readonly findings: readonly RecordedFinding[];
  readonly feesPosted: number;
}

/** How far apart the shop's and the processor's clocks may be. */
const clockSkewMs = 5 * 60_000;

/**
 * One comparison of our books with the processor's settlement report, recorded with all that it finds. It settles what the
 * report knows and we do not, gives surplus back, and books fees. Everything else it reports, and touches nothing. Safe to
 * run at any time, twice at once, and again after a crash at any point. Rejects when its signal aborts: it has not finished then,
 * and the next run does the whole period again.
 */
export async function reconcile(reconciling: Reconciling): Promise<Reconciled> {
  const { prisma, period, signal } = reconciling;
  const runId = newId();
  await prisma.reconciliationRun.create({
    data: { id: runId, fromTime: period.from, toTime: period.to },
  });
  const findings: RecordedFinding[] = [];
  const record = async (finding: RecordedFinding): Promise<void> => {
    findings.push(finding);
    await prisma.reconciliationFinding.create({ data: { ...finding, id: newId(), runId } });
  };
  const finish = async (matched: number, feesPosted: number, error: string | null): Promise<Reconciled> => {
    await prisma.reconciliationRun.update({
      where: { id: runId },
      data: { finishedAt: new Date(), matched },
    });
    return { runId, error, matched, findings, feesPosted };
  };

  // Our side first: what is here by now must be in a report that is read after it.
  const expected = await expectedThere(prisma, period.from, period.to);
  const compared = await asking(async () => {
    const lines = await readReport(reconciling);
    const theirs = sortOut(lines);
    const ours = { ...(await booksFor(prisma, theirs)), operation: reconciling.operation, expected };
    return { lines, ours, found: await withoutFalseAlarms(compare(theirs, ours, period.to)) };
  });
  if (compared.answer === undefined) {
    const detail = compared.error;
    log().error({ alarm: true, why: detail }, 'the settlement report cannot be read');
    await record({
      kind: 'report_unavailable',
      processorId: null,
      paymentId: null,
      detail,
      action: 'failed',
    });
    return finish(0, 0, detail);
  }
  const { lines, ours, found } = compared.answer;
  for (const finding of found) {
    signal?.throwIfAborted();
    if (finding.kind !== 'matched') await record(await putRight(reconciling, finding));
  }
  for (const finding of await refundLateCaptures(reconciling)) await record(finding);
  signal?.throwIfAborted();
  const feesPosted = await postFees(prisma, feesOf(lines, ours));
  return finish(found.filter(({ kind }) => kind === 'matched').length, feesPosted, null);
}

async function readReport({ installation, period, signal }: Reconciling): Promise<readonly SettlementLine[]> {
  const from = new Date(period.from.getTime() - clockSkewMs);
  const lines: SettlementLine[] = [];
  for await (const line of settlementReport(installation, { from, to: null })) {
    signal?.throwIfAborted();
    lines.push(line);
  }
  return lines;
}

/** What the processor answers, or why it does not. */
async function asking<T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; error?: never } | { error: string; answer?: never }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    return { error: why };
  }
}

function sortOut(lines: readonly SettlementLine[]): Theirs {
  const objects = lines.map(({ of }) => of);
  return {
    charges: objects.filter((object) => object.kind === 'charge'),
    refunds: objects.filter((object) => object.kind === 'refund'),
  };
}

/** Nothing is called missing there before the processor was asked for it by its id: it may be of another time. */
async function withoutFalseAlarms(findings: readonly Finding[]): Promise<Finding[]> {
  const checked: Finding[] = [];
  for (const finding of findings) {
    const isFalse = finding.kind === 'missing_there' && (await isAtProcessor(finding.processorId));
    checked.push(isFalse ? { ...finding, kind: 'matched' } : finding);
  }
  return checked;
}

function feesOf(lines: readonly SettlementLine[], ours: Ours) {
  const byCharge = new Map(ours.payments.map((payment) => [payment.chargeId, payment]));
  return lines.flatMap(({ transactionId, fee, feeCurrency, of }) => {
    const payment = of.kind === 'charge' ? paymentOf(of, ours) : byCharge.get(of.chargeId ?? '');
    return payment ? [{ transactionId, orderId: payment.orderId, amount: fee, currency: feeCurrency }] : [];
  });
}
