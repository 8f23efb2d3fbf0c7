import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataRoot } from '@/run/project';
import type { Measured, Options } from '../measured';
import { machine } from './machine';
import { markdown } from './markdown';
import { svgChart } from './svg-chart';

/**
 * Writes everything that was measured beside each other: `<date>.json` with every value, `<date>.md` for reading, `<date>.svg` for
 * looking. Returns the path that they share, without its ending.
 */
export function writeReport(measured: Readonly<Record<string, Measured>>, options: Options): string {
  const taken = new Date().toISOString();
  const name = taken.replaceAll(':', '-').replace(/\..*/, '');
  const folder = path.join(dataRoot, 'bench');
  mkdirSync(folder, { recursive: true });
  const base = path.join(folder, name);
  const { text: on, ...details } = machine();
  const measures = Object.values(measured).flatMap((part) => part.measures ?? []);
  writeFileSync(
    `${base}.json`,
    JSON.stringify({ taken, machine: details, options, parts: measured }, null, 2),
  );
  writeFileSync(`${base}.svg`, svgChart(measures, `Measured on ${taken}: ${on}`));
  writeFileSync(`${base}.md`, markdown(measured, { taken, on, chart: `${name}.svg` }));
  return base;
}
