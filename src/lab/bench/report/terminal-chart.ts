import type { Measure } from '../measured';
import { rowsOf } from './rows';

/** How long the longest bar is, in characters. */
const width = 40;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar for each contestant, below the name of what was measured; the longest bar of a measure is the greatest of its medians. */
export function terminalChart(measures: readonly Measure[]): string[] {
  return measures
    .filter(({ isDetail }) => !isDetail)
    .flatMap((measure) => {
      const rows = rowsOf(measure);
      const greatest = Math.max(...rows.map(({ median }) => median));
      const longest = Math.max(...rows.map(({ contestant }) => contestant.length));
      return [
        '',
        `${measure.name}, ${measure.unit}`,
        ...rows.map(
          ({ contestant, median, text }) =>
            `  ${contestant.padEnd(longest)}  ${bar(median / greatest).padEnd(width)}  ${text}`,
        ),
      ];
    });
}

function bar(part: number): string {
  const length = Math.round((Number.isFinite(part) ? Math.max(0, part) : 0) * width * 8);
  return `${'█'.repeat(Math.floor(length / 8))}${eighths[length % 8]}`;
}
