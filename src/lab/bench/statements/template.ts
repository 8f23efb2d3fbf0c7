import type { Statement } from './recorder';

/** A piece of a value that is a purchase's own: one with the same number is the same everywhere in the purchase. */
export interface Own {
  readonly own: number;
}

/** A value of a purchase, in pieces: what all purchases share, and what each has of its own. Null for NULL. */
export type ValueTemplate = readonly (string | Own)[] | null;

export interface StatementTemplate extends Omit<Statement, 'values'> {
  readonly values: readonly ValueTemplate[];
}

/** The statements of a purchase, whoever makes it. */
export interface Template {
  readonly statements: readonly StatementTemplate[];
  /** What the recorded purchase had of its own, by number. Others bring or make theirs. */
  readonly owns: readonly string[];
}

/** What looks like somebody's: UUIDs, points in time, digests, ids of the processor. */
const token =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?|\b[0-9a-f]{40,}\b|\b(?:pi|ch|py|txn)_\w+/g;

/**
 * Turns two recorded purchases of the same kind into the template of any. Whatever looks like an id or a point in time and is not the
 * same in both is a purchase's own; what else differs, such as an order's number in its answer, stays as the first one had
 * it. Throws where they did not say the same statements.
 */
export function templateOf(one: readonly Statement[], other: readonly Statement[]): Template {
  const texts = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join(';\n');
  if (texts(one) !== texts(other)) {
    throw new Error(`two purchases said different things:\n${texts(one)}\n--- and ---\n${texts(other)}`);
  }
  const numbers = new Map<string, number>();
  for (const [index, { values }] of one.entries()) {
    for (const [place, value] of values.entries()) {
      for (const text of ownOf(value, other[index]?.values[place] ?? null)) {
        if (!numbers.has(text)) numbers.set(text, numbers.size);
      }
    }
  }
  return {
    statements: one.map(({ values, ...statement }) => ({
      ...statement,
      values: values.map((value) => (value === null ? null : piecesOf(value, numbers))),
    })),
    owns: [...numbers.keys()],
  };
}

/** The tokens of a value that the other purchase does not have in its place. */
function ownOf(value: string | null, other: string | null): string[] {
  if (value === null || other === null) return [];
  const others = other.match(token) ?? [];
  return (value.match(token) ?? []).filter((text, index) => text !== others[index]);
}

/** What is somebody's own somewhere is so everywhere. */
function piecesOf(value: string, numbers: ReadonlyMap<string, number>): (string | Own)[] {
  const pieces: (string | Own)[] = [];
  let shared = '';
  let end = 0;
  for (const { 0: text, index } of value.matchAll(token)) {
    shared += value.slice(end, index);
    end = index + text.length;
    const own = numbers.get(text);
    if (own === undefined) shared += text;
    else {
      if (shared !== '') pieces.push(shared);
      pieces.push({ own });
      shared = '';
    }
  }
  shared += value.slice(end);
  if (shared !== '' || pieces.length === 0) pieces.push(shared);
  return pieces;
}

/** A value of the purchase that these things are own to. */
export function fill(value: ValueTemplate, owns: readonly string[]): string | null {
  if (value === null) return null;
  return value.map((piece) => (typeof piece === 'string' ? piece : (owns[piece.own] ?? ''))).join('');
}
