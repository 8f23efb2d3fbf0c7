import type { Exchange } from '@/wire/exchange';
import type { RuleInput } from '@/wire/rules';

/** Which exchanges of the work under one key are counted. */
export type Match = (key: string) => NonNullable<RuleInput['match']>;

/** One side of one exchange of the recorded work: where something is ended. */
export interface CrashPoint {
  /** Counted from 1 among the exchanges that `match` is about. */
  readonly nth: number;
  readonly label: string;
  readonly at: 'request' | 'answer';
  readonly match: Match;
  /** For the name of a test. */
  readonly name: string;
}

/** Both sides of each of these exchanges, which are the ones that `match` counts. */
export function crashPoints(exchanges: readonly Exchange[], match: Match): CrashPoint[] {
  return exchanges.flatMap((exchange, index) =>
    (['request', 'answer'] as const).map((at) => {
      const nth = index + 1;
      const label = labelOf(exchange);
      const side =
        at === 'request' ? 'before it is delivered' : 'after it is delivered and before its answer';
      return { nth, label, at, match, name: `${nth} of ${exchanges.length} (${label}, ${side})` };
    }),
  );
}

/** What an exchange is in every run: the processor's ids are others each time. */
export function labelOf({ label }: Exchange): string {
  return label.replace(/\/(?:pi|re|ch)_\w+/, '/:id');
}

/** As a table of tests: the name is what `%s` stands for. */
export function named<T extends { readonly name: string }>(points: readonly T[]): [name: string, point: T][] {
  return points.map((point) => [point.name, point]);
}

/** How many transactions of the recorded work have committed when a store is killed at that point of it: first the claim's. */
export function commitsBy(point: CrashPoint, points: readonly CrashPoint[]): number {
  const upTo = points.slice(0, points.indexOf(point) + 1);
  return upTo.filter(({ label, at }) => label === 'COMMIT' && at === 'answer').length;
}
