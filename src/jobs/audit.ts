import type { PrismaClient } from '@prisma-client/client';
import type { SettledCharge } from '@/payments/settlement-report';
import { type AuditLine, type Check, runCheck } from './audit/check';
import { ledgerChecks } from './audit/ledger';
import { ownershipChecks } from './audit/ownership';
import { paymentChecks, receiptCheck } from './audit/payments';
import { processorChecks, type Report } from './audit/processor';
import { scarceChecks } from './audit/scarce';

export interface AuditRequest {
  /** The name of the operation that takes payments. */
  readonly payOperationName: string;
  /** How long after its payment an order must have its receipt, in milliseconds. */
  readonly receiptsExpectedAfterMs: number;
  /** What the processor says it captured for this installation. Without it I3 and I10 are checked by half. */
  readonly report?: AuditReport;
}

export interface AuditReport {
  readonly charges: AsyncIterable<SettledCharge>;
  /** What was made before it is not in the report. Null: everything is. */
  readonly from: Date | null;
}

export interface Audited {
  /** One a invariant, I1 to I12. */
  readonly lines: readonly AuditLine[];
  /** No line is broken. A line with a part that was not checked says so itself. */
  readonly isClean: boolean;
}

const noReport = 'without the report of the processor only our own tables were checked';

/**
 * Checks the invariants over the whole database and the processor's report, by looking at the data: the constraints that
 * guard them are not trusted. Reads only. Throws when the database or the report cannot be read.
 */
export async function audit(prisma: PrismaClient, request: AuditRequest): Promise<Audited> {
  const { payOperationName, receiptsExpectedAfterMs } = request;
  const report = request.report ? await read(request.report) : null;
  const checks: Check[] = [
    ...ownershipChecks(payOperationName),
    ...scarceChecks,
    ...ledgerChecks,
    ...paymentChecks(payOperationName),
    receiptCheck(receiptsExpectedAfterMs),
    ...processorChecks(payOperationName, report),
  ];
  const lines: AuditLine[] = [];
  for (const check of checks.sort((a, b) => numberOf(a) - numberOf(b))) {
    const line = await runCheck(prisma, check);
    const needsReport = check.invariant === 'I3' || check.invariant === 'I10';
    lines.push(needsReport && !report ? { ...line, unchecked: noReport } : line);
  }
  return { lines, isClean: lines.every(({ brokenCount }) => brokenCount === 0) };
}

/** The report is read before our side: what it has must be here by then. */
async function read({ charges, from }: AuditReport): Promise<Report> {
  const readAt = new Date();
  const all: SettledCharge[] = [];
  for await (const charge of charges) all.push(charge);
  return { charges: all, from, readAt };
}

function numberOf({ invariant }: Check): number {
  return Number(invariant.slice(1));
}
