import { Prisma } from '@prisma-client/client';
import type { Tx } from '@/platform/database';

export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12';

/** How one invariant is checked. Both statements read the data itself: the constraints that guard it may be gone. */
export interface Check {
  readonly invariant: Invariant;
  /** What must hold. */
  readonly what: string;
  /** What is counted, in the plural. */
  readonly unit: string;
  /** One row with one number: how many were looked at. */
  readonly counted: Prisma.Sql;
  /** One column: a sentence about each that is broken. Each part is one statement's result; all are put together. */
  readonly broken: readonly Prisma.Sql[];
}

/** What a check came to. */
export interface AuditLine {
  readonly invariant: Invariant;
  readonly what: string;
  readonly unit: string;
  readonly counted: number;
  readonly brokenCount: number;
  /** Up to five of the broken ones, a sentence each. */
  readonly broken: readonly string[];
  /** Why a part of it could not be checked; null where all of it was. */
  readonly unchecked: string | null;
}

const maxExamples = 5;

/** Runs one check. Each half is one statement, so that it sees one moment of the database. */
export async function runCheck(
  handle: Pick<Tx, '$queryRaw'>,
  { invariant, what, unit, counted, broken }: Check,
): Promise<AuditLine> {
  const [count] = await handle.$queryRaw<{ counted: number }[]>`SELECT (${counted})::int AS counted`;
  const examples = await handle.$queryRaw<{ example: string; total: number }[]>`
    SELECT example, (count(*) OVER ())::int AS total
    FROM (${Prisma.join([...broken], ' UNION ALL ')}) AS broken (example) LIMIT ${maxExamples}`;
  return {
    invariant,
    what,
    unit,
    counted: count?.counted ?? 0,
    brokenCount: examples[0]?.total ?? 0,
    broken: examples.map(({ example }) => example),
    unchecked: null,
  };
}
