import type { Database } from './database';

/** Time and chance, passed in so that tests own them. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Starts a timer. A cancelled timer never elapses and holds nothing alive. */
  timer(ms: number): { readonly elapsed: Promise<void>; cancel(): void };
  /** 0 <= random() < 1 */
  random(): number;
}

/** What the engine works with. */
export interface Machinery<Tx> {
  readonly database: Database<Tx>;
  /**
   * Reads one row by a way of its own, past whatever crowds in front of the database. Without one, a known key waits in the same
   * line as everybody.
   */
  readonly readAside?: Database<Tx>['queryAlone'];
  readonly clock: Clock;
  /** A fresh fencing token (a UUID). Made by the application, so that an owner whose COMMIT was cut off can look for it. */
  readonly newToken: () => string;
  /** Told of every error that a caller is not: a claimed purchase answers "still at work" and goes on later. */
  readonly report: (error: unknown) => void;
}

/** The clock of a real process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  timer: (ms) => {
    let handle: ReturnType<typeof setTimeout> | undefined;
    const elapsed = new Promise<void>((resolve) => {
      handle = setTimeout(resolve, ms);
    });
    return { elapsed, cancel: () => clearTimeout(handle) };
  },
  random: Math.random,
};

export function sleep(clock: Clock, ms: number): Promise<void> {
  return clock.timer(ms).elapsed;
}

/** The promise's value, or `late` when the time is over first. The promise itself goes on. */
export async function within<T, L>(clock: Clock, ms: number, promise: Promise<T>, late: L): Promise<T | L> {
  if (ms === Infinity) return promise;
  const timer = clock.timer(Math.max(0, ms));
  try {
    return await Promise.race([promise, timer.elapsed.then(() => late)]);
  } finally {
    timer.cancel();
  }
}
