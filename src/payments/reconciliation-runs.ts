import { prisma } from '@/platform/database';
import { ShopError } from '@/platform/shop-error';

/** One comparison with the processor's report, as it was recorded. */
export interface RunView {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
  readonly startedAt: string;
  /** Null when it is under way, or its process ended in it. */
  readonly finishedAt: string | null;
  readonly matched: number;
  readonly findings: number;
  /** Findings that nothing could be done about yet: the next run tries again. */
  readonly failed: number;
}

export interface FindingView {
  readonly id: string;
  readonly kind: string;
  readonly processorId: string | null;
  readonly detail: string;
  /** What was done about it. */
  readonly action: string;
  readonly order: { readonly orderId: string; readonly orderNumber: string } | null;
}

const pageSize = 50;
const mostFindings = 500;

/** The last runs, newest first. `onlyFindings` leaves out those that found nothing. */
export async function listReconciliations(onlyFindings: boolean): Promise<RunView[]> {
  const runs = await prisma().reconciliationRun.findMany({
    where: onlyFindings ? { findings: { some: {} } } : {},
    orderBy: { startedAt: 'desc' },
    take: pageSize,
    include: {
      _count: { select: { findings: true } },
      findings: { where: { action: 'failed' }, select: { id: true } },
    },
  });
  return runs.map((run) => viewRun(run, run._count.findings, run.findings.length));
}

/** One run with all that it found. Throws `not_found` when there is none. */
export async function readReconciliation(
  runId: string,
): Promise<RunView & { readonly found: readonly FindingView[] }> {
  const run = await prisma().reconciliationRun.findUnique({
    where: { id: runId },
    include: {
      _count: { select: { findings: true } },
      findings: { orderBy: { id: 'asc' }, take: mostFindings },
    },
  });
  if (!run) throw new ShopError('not_found', 'There is no such run.');
  const paymentIds = run.findings.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = await prisma().payment.findMany({
    where: { id: { in: paymentIds } },
    select: { id: true, orderId: true, order: { select: { number: true } } },
  });
  const orders = new Map(
    payments.map(({ id, orderId, order }) => [id, { orderId, orderNumber: order.number }]),
  );
  return {
    ...viewRun(run, run._count.findings, run.findings.filter(({ action }) => action === 'failed').length),
    found: run.findings.map(({ id, kind, processorId, paymentId, detail, action }) => ({
      ...{ id, kind, processorId, detail, action },
      order: orders.get(paymentId ?? '') ?? null,
    })),
  };
}

interface Run {
  readonly id: string;
  readonly fromTime: Date;
  readonly toTime: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly matched: number;
}

function viewRun(
  { id, fromTime, toTime, startedAt, finishedAt, matched }: Run,
  findings: number,
  failed: number,
): RunView {
  return {
    ...{ runId: id, matched, findings, failed },
    from: fromTime.toISOString(),
    to: toTime.toISOString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
