import { z } from 'zod';
import { prisma } from '@/platform/database';

const line = z.object({
  invariant: z.string(),
  what: z.string(),
  unit: z.string(),
  counted: z.number(),
  brokenCount: z.number(),
  broken: z.array(z.string()),
  unchecked: z.string().nullable(),
});

/** What the audit said of one invariant. */
export type AuditLineView = z.output<typeof line>;

export interface AuditRunView {
  readonly startedAt: string;
  readonly isClean: boolean;
  readonly lines: readonly AuditLineView[];
}

/** So many runs are told; they come every five minutes. */
const told = 24;

/** The last runs of the audit, newest first. */
export async function listAudits(): Promise<AuditRunView[]> {
  const runs = await prisma().auditRun.findMany({ orderBy: { startedAt: 'desc' }, take: told });
  return runs.map(({ startedAt, isClean, lines }) => ({
    startedAt: startedAt.toISOString(),
    isClean,
    lines: z.array(line).parse(lines),
  }));
}
