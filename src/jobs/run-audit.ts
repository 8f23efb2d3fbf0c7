import type { PrismaClient } from '@prisma-client/client';
import { installationId } from '@/checkout/installation';
import { payOperation } from '@/checkout/pay';
import { type SettledCharge, settlementReport, whyUnreadable } from '@/payments/settlement-report';
import { connect, databaseLimits, newId } from '@/platform/database';
import { env } from '@/platform/env';
import { type Audited, audit } from './audit';

/** A receipt is rendered within seconds; after so long something is wrong with it, in milliseconds. */
const receiptsExpectedAfterMs = 10 * 60_000;

/** An audit reads whole tables: it has a connection of its own, with times of its own, in milliseconds. */
const auditTransactionMs = 120_000;

export interface RecordedAudit extends Audited {
  /** Why the processor's report could not be read; null when it was. */
  readonly processorError: string | null;
}

/**
 * Audits this shop and records the run. Where the processor cannot be reached, what needs its report is left out, and the
 * lines say so. `reportFrom` cuts the report short for a check that comes often; without it all of it is read. Rejects when its
 * signal aborts while it reads the report.
 */
export async function runAudit(reportFrom: Date | null = null, signal?: AbortSignal): Promise<RecordedAudit> {
  const prisma = connect(env().databaseUrl, 1, databaseLimits(auditTransactionMs));
  try {
    const startedAt = new Date();
    const audited = await auditWithReport(prisma, reportFrom, signal);
    const lines = audited.lines.map((line) => ({ ...line, broken: [...line.broken] }));
    await prisma.auditRun.create({ data: { id: newId(), startedAt, isClean: audited.isClean, lines } });
    return audited;
  } finally {
    await prisma.$disconnect();
  }
}

async function auditWithReport(
  prisma: PrismaClient,
  from: Date | null,
  signal: AbortSignal | undefined,
): Promise<RecordedAudit> {
  const request = { payOperationName: payOperation().name, receiptsExpectedAfterMs };
  const charges = capturedCharges(await installationId(prisma), from, signal);
  try {
    return { ...(await audit(prisma, { ...request, report: { charges, from } })), processorError: null };
  } catch (error) {
    const processorError = whyUnreadable(error);
    if (processorError === null) throw error;
    return { ...(await audit(prisma, request)), processorError };
  }
}

async function* capturedCharges(
  installation: string,
  from: Date | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<SettledCharge> {
  for await (const { of } of settlementReport(installation, { from: from ?? new Date(0), to: null })) {
    signal?.throwIfAborted();
    if (of.kind === 'charge') yield of;
  }
}
