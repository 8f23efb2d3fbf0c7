import { categories, type Sight } from './look';
import type { Page } from './pages';

/** What a page came to: the median of its runs, column by column. */
export interface Figures {
  readonly page: string;
  readonly scores: Sight['scores'];
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
  readonly javascriptKb: number;
  readonly totalKb: number;
}

/** What every score is to reach. */
const leastScore = 95;

/** Neither the luckiest nor the unluckiest. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function figuresOf(page: Page, sights: readonly Sight[], javascriptKb: number): Figures {
  const of = (read: (sight: Sight) => number): number => median(sights.map(read));
  return {
    page: page.name,
    scores: {
      performance: of(({ scores }) => scores.performance),
      accessibility: of(({ scores }) => scores.accessibility),
      'best-practices': of(({ scores }) => scores['best-practices']),
      seo: of(({ scores }) => scores.seo),
    },
    largestPaintMs: of((sight) => sight.largestPaintMs),
    blockedMs: of((sight) => sight.blockedMs),
    layoutShift: of((sight) => sight.layoutShift),
    javascriptKb,
    totalKb: of((sight) => sight.totalKb),
  };
}

/** Every goal that a page has missed, in words. */
export function missedGoals(page: Page, figures: Figures): string[] {
  // Said the other way round, so that what was not measured has not been reached.
  const low = categories.filter((category) => !(figures.scores[category] >= leastScore));
  return [
    ...low.map((category) => `${page.name}: ${category} ${figures.scores[category]}, goal ${leastScore}`),
    ...(page.javascriptKb === undefined || figures.javascriptKb <= page.javascriptKb
      ? []
      : [`${page.name}: ${figures.javascriptKb.toFixed(1)} kB of JavaScript, goal ${page.javascriptKb}`]),
  ];
}

const columns: readonly (readonly [head: string, cell: (figures: Figures) => string])[] = [
  ['page', ({ page }) => page],
  ...categories.map((name) => [name, ({ scores }: Figures) => String(scores[name])] as const),
  ['LCP s', ({ largestPaintMs }) => (largestPaintMs / 1_000).toFixed(2)],
  ['TBT ms', ({ blockedMs }) => blockedMs.toFixed(0)],
  ['CLS', ({ layoutShift }) => layoutShift.toFixed(3)],
  ['JavaScript kB', ({ javascriptKb }) => javascriptKb.toFixed(1)],
  ['total kB', ({ totalKb }) => totalKb.toFixed(0)],
];

/** A line for each page, below a line of heads. */
export function table(all: readonly Figures[]): string {
  const rows = [
    columns.map(([head]) => head),
    ...all.map((figures) => columns.map(([, cell]) => cell(figures))),
  ];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
    )
    .map((cells) => cells.join('  '))
    .join('\n');
}
