import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics';
import type { Buyers, Ending } from './buyers';

/** What a stretch of load has brought. */
export interface Load {
  readonly endings: readonly Ending[];
  /** Paid purchases a second, of those whose answer came within the stretch. */
  readonly paidPerSecond: number;
  /** How many presses there were a second. */
  readonly offeredPerSecond: number;
}

/** So many at a time, each pressing again as soon as the last one was answered (closed loop). */
export async function keepPressing(
  buyers: Pick<Buyers, 'press'>,
  together: number,
  forMs: number,
): Promise<Load> {
  const startedAt = performance.now();
  const endings: Ending[] = [];
  const one = async (): Promise<void> => {
    while (performance.now() < startedAt + forMs) endings.push(await buyers.press());
  };
  await Promise.all(Array.from({ length: together }, one));
  return summary(endings, startedAt, forMs);
}

/**
 * So many presses a second, whether or not anybody is answered (open loop): how a crowd comes. What it begins with, for
 * `beginningMs`, is told apart from what comes after it, for `forMs`.
 */
export async function comeAtRate(
  buyers: Pick<Buyers, 'press'>,
  perSecond: number,
  beginningMs: number,
  forMs: number,
): Promise<{ readonly beginning: Load; readonly afterwards: Load }> {
  const startedAt = performance.now();
  const presses: Promise<Ending>[] = [];
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= beginningMs + forMs) break;
    while (presses.length < (elapsedMs / 1_000) * perSecond) presses.push(buyers.press());
    await sleep(2);
  }
  const endings = await Promise.all(presses);
  const began = startedAt + beginningMs;
  return {
    beginning: summary(
      endings.filter(({ pressedAt }) => pressedAt < began),
      startedAt,
      beginningMs,
    ),
    afterwards: summary(
      endings.filter(({ pressedAt }) => pressedAt >= began),
      began,
      forMs,
    ),
  };
}

function summary(endings: readonly Ending[], startedAt: number, forMs: number): Load {
  const seconds = forMs / 1_000;
  const paidInTime = endings.filter(({ what, endedAt }) => what === 'paid' && endedAt < startedAt + forMs);
  return {
    endings,
    paidPerSecond: paidInTime.length / seconds,
    offeredPerSecond: endings.length / seconds,
  };
}

/** The time that so many in a hundred did not exceed, in milliseconds; NaN of nothing. */
export function percentileMs(endings: readonly Pick<Ending, 'tookMs'>[], percent: number): number {
  return quantile(
    endings.map(({ tookMs }) => tookMs),
    percent / 100,
  );
}

/** How often each ending came, the most frequent first. */
export function countEndings(endings: readonly Ending[]): string {
  const counts = new Map<string, number>();
  for (const { what } of endings) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}
