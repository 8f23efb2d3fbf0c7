import type { Measure } from '../measured';
import { percent, ratioOf, spreadOf } from '../statistics';

/** What one contestant came to, as tables and charts say it. */
export interface Row {
  readonly contestant: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** `62.4 a second (58.1..66.0)`; the spread only where there is one. */
  readonly text: string;
  /** How the first contestant stands to this one, in per cent; empty for the first. */
  readonly ratio: string;
}

export function rowsOf({ contestants, unit }: Measure): Row[] {
  const [first] = contestants;
  return contestants.map(({ name, values }, index) => {
    const { median, least, most } = spreadOf(values);
    const spread = values.length > 1 ? ` (${short(least)}..${short(most)})` : '';
    return {
      ...{ contestant: name, median, least, most },
      text: `${short(median)} ${unit}${spread}`,
      ratio: index === 0 || !first ? '' : percent(ratioOf(first.values, values)),
    };
  });
}

/** Three significant digits at least, and no more of them than a reader wants. */
function short(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
