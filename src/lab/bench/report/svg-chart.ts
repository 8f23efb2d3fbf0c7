import type { Measure } from '../measured';
import { type Row, rowsOf } from './rows';

const sizes = { width: 760, names: 190, bars: 360, row: 22, gap: 30, top: 16 };

/** Text is the reader's own colour, so that the picture can stand on a light page and on a dark one. */
const style = `
    svg { color: #1f2328; font: 13px system-ui, sans-serif }
    text { fill: currentColor }
    .title { font-weight: 600 }
    .first { fill: #0b6bcb }
    .other { fill: currentColor; opacity: .35 }
    .spread { stroke: currentColor; stroke-width: 1.5; fill: none }
    @media (prefers-color-scheme: dark) { svg { color: #e6edf3 } .first { fill: #58a6ff } }`;

/** The chart as a picture: a bar for each contestant's median, and a line from its least to its most. */
export function svgChart(measures: readonly Measure[], title: string): string {
  const shown = measures.filter(({ isDetail }) => !isDetail);
  let y = sizes.top;
  const groups = shown.map((measure) => {
    const rows = rowsOf(measure);
    const greatest = Math.max(...rows.map(({ most }) => most).filter(Number.isFinite), Number.MIN_VALUE);
    const lines = [
      `<text class="title" x="0" y="${y + 14}">${escapeText(`${measure.name}, ${measure.unit}`)}</text>`,
    ];
    y += sizes.row;
    for (const [index, row] of rows.entries()) {
      lines.push(...drawRow(row, y, greatest, index === 0));
      y += sizes.row;
    }
    y += sizes.gap - sizes.row;
    return lines.join('\n  ');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sizes.width} ${y + sizes.top}" role="img">
  <title>${escapeText(title)}</title>
  <style>${style}
  </style>
  ${groups.join('\n  ')}
</svg>
`;
}

function drawRow(row: Row, y: number, greatest: number, isFirst: boolean): string[] {
  const lengthOf = (value: number): number =>
    Number.isFinite(value) ? Math.round((10 * sizes.bars * Math.max(0, value)) / greatest) / 10 : 0;
  const [from, to, middle] = [lengthOf(row.least), lengthOf(row.most), y + sizes.row / 2];
  const kind = isFirst ? 'first' : 'other';
  return [
    `<text x="${sizes.names - 8}" y="${y + 15}" text-anchor="end">${escapeText(row.contestant)}</text>`,
    `<rect class="${kind}" x="${sizes.names}" y="${y + 3}" width="${lengthOf(row.median)}" height="${sizes.row - 6}" rx="2"/>`,
    `<path class="spread" d="M${sizes.names + from} ${middle}H${sizes.names + to}"/>`,
    `<text x="${sizes.names + Math.max(lengthOf(row.median), to) + 8}" y="${y + 15}">${escapeText(row.text)}</text>`,
  ];
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
