import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@/retry';

/** A line that has not been empty for so long is no burst any more, in milliseconds. */
const standingAfterMs = 500;
/** What may stand in line for each place in a burst, which passes by itself. */
const burstPerPlace = 20;
/** What may stand there for each place in a line that stays: a fraction of a second, however much comes. */
const standingPerPlace = 1;
/** Who has stood for so long is sent away, in milliseconds: nothing moves, whatever the reason is. */
const patienceMs = 2_500;

interface Waiter {
  readonly call: (place: Place | null) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * The one bound on how much this process works on at a time. So many have a place; the others stand in line, where they cost
 * nothing; and the line has an end. Whatever is short, connections of the pool, locks in PostgreSQL or the processor time of this
 * process itself, shows as places that do not come free. More at work at a time would finish no more of them, only all of
 * them later.
 *
 * The line has two lengths, because it is good and bad: it takes up a burst, and in an overload it adds its own length to
 * everybody's wait and gains nothing. A burst may be long, a line that stays may not (controlled delay: Nichols and Jacobson,
 * "Controlling Queue Delay", ACM Queue 2012; Maurer, "Fail at Scale", ACM Queue 2015).
 */
export class Line {
  #atWork = 0;
  readonly #waiters = new Set<Waiter>();
  #emptyAtMs = 0;

  constructor(
    private readonly places: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Whether more has come in than went out, for a while. */
  get isStanding(): boolean {
    return this.#waiters.size > 0 && this.clock.now() - this.#emptyAtMs > standingAfterMs;
  }

  /** Takes a place, or stands in line for one. Null: there is none in time, or the line is full. */
  async enter(): Promise<Place | null> {
    if (this.#waiters.size === 0) {
      if (this.#atWork < this.places) return this.#give();
      this.#emptyAtMs = this.clock.now();
    }
    const longest = this.places * (this.isStanding ? standingPerPlace : burstPerPlace);
    if (this.#waiters.size >= longest) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        resolve(null);
      }, patienceMs);
      const waiter: Waiter = { call: resolve, timer };
      this.#waiters.add(waiter);
    });
  }

  #give(): Place {
    return new Place((change) => {
      this.#atWork += change;
      this.#callNext();
    });
  }

  #callNext(): void {
    for (const waiter of this.#waiters) {
      if (this.#atWork >= this.places) return;
      clearTimeout(waiter.timer);
      this.#waiters.delete(waiter);
      waiter.call(this.#give());
    }
  }
}

/** A place at work. It is free again when nobody holds it any more, and while all that goes on is a wait for somebody outside. */
export class Place {
  #holders = 1;
  #isOut = false;
  #isTaken = false;

  /** @param count told +1 when the place is taken and -1 when it is free */
  constructor(private readonly count: (change: 1 | -1) => void) {
    this.#update();
  }

  leave(): void {
    this.#holders -= 1;
    this.#update();
  }

  /** Holds it for as long as the work goes on, whether its caller is still there or not. The work must not reject. */
  keepFor(work: Promise<unknown>): void {
    this.#holders += 1;
    void work.finally(() => this.leave());
  }

  /** Waits outside without it. It has it again afterwards at once: what has been claimed is not made to stand in line. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#isOut = true;
    this.#update();
    try {
      return await wait();
    } finally {
      this.#isOut = false;
      this.#update();
    }
  }

  #update(): void {
    const isTaken = this.#holders > 0 && !this.#isOut;
    if (isTaken === this.#isTaken) return;
    this.#isTaken = isTaken;
    this.count(isTaken ? 1 : -1);
  }
}

/** The place of whatever runs now, if it has one. */
export const currentPlace = new AsyncLocalStorage<Place>();

/** Waits for somebody outside of the shop without taking up a place. */
export function outside<T>(wait: () => Promise<T>): Promise<T> {
  return currentPlace.getStore()?.outside(wait) ?? wait();
}
