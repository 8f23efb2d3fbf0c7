/** One attempt as a bar. Parts of the whole width, from 0 to 1. */
export interface Bar {
  readonly start: number;
  readonly width: number;
}

interface Attempt {
  readonly arrivedAt: string;
  readonly durationMs: number | null;
}

export interface Scale {
  /** The whole width, in milliseconds. */
  readonly spanMs: number;
  readonly bars: readonly Bar[];
  /** From one line to the next, in milliseconds. */
  readonly stepMs: number;
  /** Moments to draw a line at: their place, and how long after the first arrival. */
  readonly ticks: readonly { readonly at: number; readonly ms: number }[];
}

/** The least that a bar is wide, so that it can be seen. */
const leastWidth = 0.006;
const ticksAtMost = 5;

/** Puts attempts on one line of time, from the first arrival to the last answer. */
export function scaleOf(attempts: readonly Attempt[]): Scale {
  const starts = attempts.map(({ arrivedAt }) => Date.parse(arrivedAt));
  const first = Math.min(...starts);
  const ends = attempts.map(({ durationMs }, index) => (starts[index] ?? first) + (durationMs ?? 0));
  const spanMs = Math.max(1, Math.max(...ends) - first);
  const bars = attempts.map(({ durationMs }, index) => {
    const width = Math.max(leastWidth, (durationMs ?? 0) / spanMs);
    return { start: Math.min(((starts[index] ?? first) - first) / spanMs, 1 - width), width };
  });
  const stepMs = niceStep(spanMs / ticksAtMost);
  const ticks = Array.from({ length: Math.floor(spanMs / stepMs) + 1 }, (_, index) => ({
    at: (index * stepMs) / spanMs,
    ms: index * stepMs,
  }));
  return { spanMs, bars, ticks, stepMs };
}

/** The least of 1, 2, 5, 10, 20, .. that is not below. */
function niceStep(leastMs: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(leastMs, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= leastMs) ?? 10 * power;
}
