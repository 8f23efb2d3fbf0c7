import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Complaint } from '@/run/complaint';

export interface Flags {
  readonly minutes: number;
  readonly seed: string;
  /** How many shop at a time. */
  readonly shoppers: number;
  /** Where a report in JSON is written; none without. */
  readonly report: string | undefined;
}

const usage =
  'Usage: npm run torture -- [--minutes 2] [--seed 42] [--shoppers 12] [--report file.json]. Minutes may be a fraction.';

/** Reads the command line. Without a seed one is drawn. */
export function readFlags(args: readonly string[]): Flags {
  const { minutes, seed, shoppers, report } = parse(args);
  return {
    minutes: numberBetween('minutes', minutes, 0.05, 24 * 60),
    seed: seed ?? String(randomInt(1_000_000)),
    shoppers: Math.round(numberBetween('shoppers', shoppers, 1, 100)),
    report,
  };
}

function parse(args: readonly string[]) {
  const options = {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    shoppers: { type: 'string', default: '12' },
    report: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

function numberBetween(name: string, text: string, least: number, most: number): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= least && number <= most) return number;
  throw new Complaint(`--${name} must be a number from ${least} to ${most}, not "${text}". ${usage}`);
}
