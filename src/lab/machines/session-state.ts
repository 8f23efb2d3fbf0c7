/** A statement as it crossed to PostgreSQL. */
export interface Crossed {
  readonly text: string;
  /** The name under which it was prepared; empty for the unnamed statement, which lasts as long as its exchange. */
  readonly preparedAs: string;
  /** Whether the connection had a transaction open. */
  readonly isInTransaction: boolean;
}

/** What leaves something behind in a session, or reads what was left there, by the words that begin a statement. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^set\s+(?!local\b|transaction\b|constraints\b)/, 'SET outlives its transaction'],
  [/^reset\b/, 'RESET is about the session'],
  [/^(un)?listen\b/, 'LISTEN is about the session'],
  [/^(prepare|execute|deallocate)\b(?!\s+transaction\b)/, 'prepared statements belong to the session'],
  [/^(discard|load)\b/, 'DISCARD and LOAD are about the session'],
  [/^create\s+((global|local)\s+)?temp(orary)?\b/, 'temporary tables belong to the session'],
  [/^declare\b.*\bwith\s+hold\b/s, 'a cursor WITH HOLD outlives its transaction'],
];

/** The same, by what stands anywhere in it. */
const insides: readonly (readonly [RegExp, string])[] = [
  [/\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\s*\(/, 'the advisory lock belongs to the session'],
  [/\bset_config\s*\([^()]*,[^()]*,(?!\s*true\b)[^()]*\)/, 'set_config outlives its transaction'],
  [/\b(currval|lastval)\s*\(/, 'currval and lastval read what the session did'],
  [/\binto\s+temp(orary)?\b|\bpg_temp\b/, 'temporary tables belong to the session'],
];

/**
 * Why a statement may not go through a pooler in transaction mode, where the next transaction has another session: one sentence
 * for each reason. Empty: it may.
 */
export function whyItNeedsItsSession({ text, preparedAs, isInTransaction }: Crossed): readonly string[] {
  const reasons: string[] = [];
  if (preparedAs !== '') reasons.push(`it is prepared as ${preparedAs}`);
  let isInside = isInTransaction;
  for (const statement of statementsOf(text)) {
    for (const [pattern, why] of beginnings) if (pattern.test(statement)) reasons.push(why);
    for (const [pattern, why] of insides) if (pattern.test(statement)) reasons.push(why);
    if (opensTransaction(statement)) isInside = true;
    if (endsTransaction(statement)) isInside = false;
    if (/^set\s+local\b/.test(statement) && !isInside)
      reasons.push('SET LOCAL does nothing outside of a transaction');
  }
  return reasons;
}

/** Whether a transaction is open after it. */
export function isInTransactionAfter(text: string, wasInTransaction: boolean): boolean {
  return statementsOf(text).reduce(
    (isInside, statement) => opensTransaction(statement) || (isInside && !endsTransaction(statement)),
    wasInTransaction,
  );
}

function opensTransaction(statement: string): boolean {
  return /^(begin|start\s+transaction)\b/.test(statement);
}

function endsTransaction(statement: string): boolean {
  return /^(commit|end|abort|rollback(?!\s+to\b))\b/.test(statement);
}

/** The statements of a text in lower case, without comments and without what stands in quotes: `x` for a string. */
function statementsOf(text: string): string[] {
  return text
    .replace(/\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs, (found) =>
      found.startsWith('-') || found.startsWith('/') ? ' ' : "'x'",
    )
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
