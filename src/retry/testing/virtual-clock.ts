import type { Clock } from '../clock';

/**
 * A clock whose time passes only in `run`: it wakes whoever sleeps in the order of their moments, and lets everything that
 * follows from one waking happen before the next. An hour takes milliseconds, and two runs are the same to the millisecond.
 */
export class VirtualClock implements Clock {
  #nowMs = 0;
  /** By moment; at the same moment, in the order in which they lay down. */
  readonly #sleepers: Sleeper[] = [];

  now(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = (): void => {
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
        reject(signal?.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { atMs: this.#nowMs + Math.max(0, ms), wake };
      this.#sleepers.splice(this.#placeOf(sleeper.atMs), 0, sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /** Lets time pass until nobody sleeps any more, or until a moment. */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    const turns = new Turns();
    await turns.next();
    for (;;) {
      const sleeper = this.#sleepers[0];
      if (sleeper === undefined || sleeper.atMs > untilMs) break;
      this.#sleepers.shift();
      this.#nowMs = sleeper.atMs;
      sleeper.wake();
      await turns.next();
    }
    turns.end();
    if (Number.isFinite(untilMs)) this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /** Runs until the work is done, and gives what it came to. */
  async finish<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    await this.run();
    return work;
  }

  #placeOf(atMs: number): number {
    let low = 0;
    let high = this.#sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sleepers[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Turns of the event loop, in Node and in browsers: when the next one comes, all that was promised has happened. */
class Turns {
  readonly #channel = new MessageChannel();
  #resolve = (): void => undefined;

  constructor() {
    this.#channel.port1.onmessage = () => this.#resolve();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#channel.port2.postMessage(null);
    });
  }

  end(): void {
    this.#channel.port1.close();
  }
}
