import type { Measured } from '../measured';
import { rowsOf } from './rows';

/** What was measured, as a page: goals first, then every measure with its spread. */
export function markdown(
  measured: Readonly<Record<string, Measured>>,
  { taken, on, chart }: { readonly taken: string; readonly on: string; readonly chart: string },
): string {
  const lines = [
    `# Measured on ${taken}`,
    '',
    `${on}. Medians, and from the least to the most of the rounds.`,
  ];
  lines.push('', `![The measures as bars](${chart})`);
  for (const [part, { figures, measures = [] }] of Object.entries(measured)) {
    lines.push('', `## ${part}`, '', '| what | goal | |', '|---|---|---|');
    for (const { text, goal = '', isMet } of figures) {
      lines.push(row([text, goal, isMet === undefined ? '' : isMet ? 'met' : '**missed**']));
    }
    if (measures.length === 0) continue;
    lines.push('', '| measure | | | the first of them against it |', '|---|---|---|---|');
    for (const measure of measures) {
      for (const { contestant, text, ratio } of rowsOf(measure)) {
        lines.push(row([measure.name, contestant, text, ratio]));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
