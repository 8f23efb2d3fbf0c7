import { setImmediate } from 'node:timers/promises';

/** Something under way in the database. */
interface Work {
  readonly label: string;
  /** Its backend, once it has one. */
  readonly pid: number | null;
  /** Never rejects. */
  readonly ended: Promise<void>;
  hasEnded: boolean;
  /** Hands the result on to whoever waits for it. */
  handOn: () => void;
  isBlocked: boolean;
}

/** What is known of backends from outside. */
export interface Watch {
  /** Of these backends, the ones that wait for a lock now. */
  whoWaits(pids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Ends what these backends are at with an error. */
  cancel(pids: readonly number[]): Promise<void>;
}

/**
 * What the database is busy with. A statement that has been let go either ends or waits for a lock, and PostgreSQL says
 * which. Results are handed on one by one, in the order in which they were asked for, so that they never race.
 */
export class UnderWay {
  readonly #works = new Set<Work>();
  /** The backends that have a transaction open. */
  readonly #holding = new Set<number>();
  readonly #watch: Watch;
  readonly #onBlocked: (label: string) => void;

  constructor(watch: Watch, onBlocked: (label: string) => void) {
    this.#watch = watch;
    this.#onBlocked = onBlocked;
  }

  get isEmpty(): boolean {
    return this.#works.size === 0;
  }

  get isOneBlocked(): boolean {
    return [...this.#works].some(({ isBlocked }) => isBlocked);
  }

  async wait<T>(label: string, pid: number | null, promise: Promise<T>): Promise<T> {
    const end = (): void => {
      work.hasEnded = true;
    };
    const ended = promise.then(end, end);
    const work: Work = { label, pid, ended, hasEnded: false, handOn: () => undefined, isBlocked: false };
    this.#works.add(work);
    await new Promise<void>((resolve) => {
      work.handOn = resolve;
    });
    this.#works.delete(work);
    return promise;
  }

  /** Told after each statement whether its backend holds on to what it has locked. */
  holds(pid: number, isInTransaction: boolean): void {
    if (isInTransaction) this.#holding.add(pid);
    else this.#holding.delete(pid);
  }

  /** Waits until nothing moves any more by itself: all has ended, or waits for a lock. */
  async quiet(): Promise<void> {
    for (;;) {
      // Whoever got a result has gone on to its next halt by then: nothing but promises lies between.
      await setImmediate();
      const running = [...this.#works].filter(({ hasEnded }) => !hasEnded);
      if (running.length > 0 && !(await this.#areBlocked(running))) continue;
      const ended = [...this.#works].find(({ hasEnded }) => hasEnded);
      if (ended) {
        ended.handOn();
        continue;
      }
      for (const work of running) {
        if (!work.isBlocked) this.#onBlocked(work.label);
        work.isBlocked = true;
      }
      return;
    }
  }

  async cancelAll(): Promise<void> {
    await this.#watch.cancel(pidsOf([...this.#works]));
    await Promise.all([...this.#works].map(({ ended }) => ended));
    await this.quiet();
  }

  async #areBlocked(running: readonly Work[]): Promise<boolean> {
    const [only, ...others] = running;
    if (only && others.length === 0 && [...this.#holding].every((pid) => pid === only.pid)) {
      await only.ended;
      return false;
    }
    const waiting = await this.#watch.whoWaits(pidsOf(running));
    return running.every(({ pid, hasEnded }) => !hasEnded && pid !== null && waiting.has(pid));
  }
}

function pidsOf(works: readonly Work[]): number[] {
  return works.flatMap(({ pid }) => pid ?? []);
}
