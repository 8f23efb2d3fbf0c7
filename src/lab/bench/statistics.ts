/** What values of several rounds come to. All are NaN where there is no value. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: quantile(values, 0), most: quantile(values, 1) };
}

/** The middle one, or the mean of the middle two; NaN of nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below which this part of all lies, between 0 and 1; between two values it is interpolated (method 7 of Hyndman and
 * Fan, "Sample Quantiles in Statistical Packages", 1996). NaN of nothing.
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * How the one stands to the other, of values that were taken in turns: round by round, since what else a machine does falls on
 * neighbours alike.
 */
export function ratioOf(ones: readonly number[], others: readonly number[]): Spread {
  return spreadOf(
    ones.flatMap((one, round) => {
      const other = others[round];
      return other === undefined ? [] : [one / other];
    }),
  );
}

/** A ratio in per cent: `93 % (88..97)`. */
export function percent({ median: middle, least, most }: Spread): string {
  const whole = (part: number): string => (100 * part).toFixed(0);
  return `${whole(middle)} % (${whole(least)}..${whole(most)})`;
}
