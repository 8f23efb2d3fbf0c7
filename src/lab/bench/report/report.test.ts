import { expect, it } from 'vitest';
import type { Measure } from '../measured';
import { markdown } from './markdown';
import { rowsOf } from './rows';
import { svgChart } from './svg-chart';
import { terminalChart } from './terminal-chart';

const measure: Measure = {
  name: 'purchases, 8 at once',
  unit: 'a second',
  contestants: [
    { name: 'protected', values: [45, 50, 40] },
    { name: 'un<protected> & "bare"', values: [90, 100, 80] },
  ],
};
const detail: Measure = { ...measure, name: 'one purchase, p95', unit: 'ms', isDetail: true };

it('says the median with its spread, and how the first stands to the others', () => {
  expect(rowsOf(measure).map(({ text, ratio }) => [text, ratio])).toEqual([
    ['45.0 a second (40.0..50.0)', ''],
    ['90.0 a second (80.0..100)', '50 % (50..50)'],
  ]);
});

it('says no spread of a single value', () => {
  const [row] = rowsOf({ ...measure, contestants: [{ name: 'once', values: [123.4] }] });
  expect(row?.text).toBe('123 a second');
});

it('draws bars in the terminal as long as their medians, the longest over the whole width', () => {
  const [, title, first = '', other = ''] = terminalChart([measure, detail]);
  const length = (line: string) => (line.match(/█/g) ?? []).length;
  expect(title).toBe('purchases, 8 at once, a second');
  expect(length(other)).toBe(40);
  expect(length(first)).toBe(20);
});

it('leaves details to the tables', () => {
  expect(terminalChart([detail])).toEqual([]);
  expect(svgChart([detail], 'a title')).not.toContain('p95');
});

it('draws a picture whose bars are as long as their medians, with a line over their spread', () => {
  const svg = svgChart([measure], 'Measured & drawn');
  const widths = [...svg.matchAll(/<rect class="(\w+)" [^>]*width="([\d.]+)"/g)].map(([, kind, width]) => [
    kind,
    Number(width),
  ]);
  expect(widths).toEqual([
    ['first', 162],
    ['other', 324],
  ]);
  expect(svg).toContain('M334 49H370'); // 40 to 50 of 100
  expect(svg).toContain('<title>Measured &amp; drawn</title>');
  expect(svg).toContain('un&lt;protected&gt; &amp; &quot;bare&quot;');
});

it('can be read on a light page and on a dark one', () => {
  const svg = svgChart([measure], 'a title');
  expect(svg).toContain('text { fill: currentColor }');
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
});

it('draws nothing that is not a number', () => {
  const nothing = { ...measure, contestants: [{ name: 'nobody', values: [] }] };
  expect(svgChart([nothing], 'a title')).not.toMatch(/(?:width|d|x)="[^"]*NaN/);
  expect(terminalChart([nothing]).join()).not.toContain('█');
});

it('writes goals and measures as tables', () => {
  const text = markdown(
    {
      purchases: {
        figures: [
          { text: 'half as fast', goal: 'at least 90 %', isMet: false },
          { text: 'said | in passing' },
        ],
        measures: [measure, detail],
      },
    },
    { taken: '2026-11-30', on: '2 cores', chart: 'chart.svg' },
  );
  expect(text).toContain('| half as fast | at least 90 % | **missed** |');
  expect(text).toContain('| said \\| in passing |  |  |');
  expect(text).toContain('| purchases, 8 at once | protected | 45.0 a second (40.0..50.0) |  |');
  expect(text).toContain('| one purchase, p95 |');
  expect(text).toContain('![The measures as bars](chart.svg)');
});
