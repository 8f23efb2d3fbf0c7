import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child';
import { Complaint } from './complaint';
import { onInterruption } from './interruption';
import { explainEnd } from './processes';

/** A process that ends more often than this by itself has something that another start does not mend. */
const restarts = { most: 5, withinMs: 60_000 };

/** A process that is started again when it ends by itself. */
export interface Kept {
  launch(): Child | Promise<Child>;
  /** Waits until it can do its work, after each start. */
  ready(child: Child): Promise<void>;
  /** How long it may take to end, in milliseconds. */
  readonly graceMs: number;
}

/** Thrown by the next step of a run that was told to end. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * One run of the supervisor: its steps with their times, the processes it started, and their end in reverse order,
 * whether by Ctrl-C, by a failing step or because one of them died.
 */
export class Run {
  readonly #ending = new AbortController();
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #watched: Child[] = [];
  /** Those that are started again, as they are at the moment. */
  readonly #kept: (() => Child)[] = [];
  #isStopping = false;
  #wake: (failure?: unknown) => void = () => undefined;
  readonly #end = new Promise<unknown>((resolve) => {
    this.#wake = resolve;
  });

  /** Aborted as soon as the run is to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Runs the set-up and then waits; resolves with the exit code when everything has been stopped. */
  async execute(setUp: (run: Run) => Promise<void>): Promise<number> {
    const ignore = onInterruption(
      () => this.#interrupt(),
      () => this.#hasten(),
    );
    let failure: unknown;
    try {
      await setUp(this);
      failure = await this.#end;
    } catch (error) {
      // A program in our process group ends by the same Ctrl-C, and may do so before we hear of it.
      await sleep(100);
      if (!this.signal.aborted) failure = error;
    }
    await this.#stopAll();
    ignore();
    if (failure !== undefined) throw failure;
    return 0;
  }

  /** Does a step of the set-up, showing its name and its time; `note` makes a word or two from the result. */
  async step<T>(name: string, work: () => Promise<T>, note: (result: T) => string = () => ''): Promise<T> {
    if (this.signal.aborted) throw new Interrupted();
    process.stdout.write(`  ${name} ..`);
    const startedAt = performance.now();
    try {
      const result = await work();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const word = note(result);
      process.stdout.write(` ${word === '' ? '' : `${word}, `}${seconds} s\n`);
      return result;
    } catch (error) {
      process.stdout.write(this.signal.aborted ? ' interrupted\n' : ' failed\n');
      throw error;
    }
  }

  /** Has something stopped at the end, before everything that was registered earlier. */
  atEnd(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Ends the whole run when this process ends by itself. */
  watch(child: Child): void {
    this.#watched.push(child);
    void child.exited.then(() => {
      if (this.#isStopping) return;
      this.#wake(new Complaint(explainEnd(child)));
    });
  }

  /**
   * Starts a process, and again whenever it ends by itself; the run ends when that happens too often, or when it does not
   * get up again. Resolves when it is up for the first time.
   */
  async keep({ launch, ready, graceMs }: Kept): Promise<void> {
    const ends: number[] = [];
    let current = await launch();
    this.#kept.push(() => current);
    this.atEnd(async () => void (await current.stop(graceMs)));
    await ready(current);
    const goOn = async (): Promise<void> => {
      for (;;) {
        await current.exited;
        if (this.#isStopping) return;
        ends.push(Date.now());
        const recent = ends.filter((end) => end > Date.now() - restarts.withinMs);
        if (recent.length > restarts.most) throw new Complaint(explainEnd(current));
        const { name, exit } = current;
        console.log(
          `  ${name} has ended by itself (${exit?.signal ?? `code ${exit?.code}`}) and is started again.`,
        );
        current = await launch();
        if (this.#isStopping) return void (await current.stop(graceMs));
        await ready(current);
      }
    };
    goOn().catch((error: unknown) => this.#wake(error));
  }

  #interrupt(): void {
    process.stdout.write('\n  Stopping. Ctrl-C again ends it at once.\n');
    this.#ending.abort();
    this.#wake();
  }

  #hasten(): void {
    // PostgreSQL is not among those hastened: its fast shutdown waits for nobody.
    const kept = this.#kept.map((current) => current());
    for (const child of [...this.#watched, ...kept]) if (child.name !== 'PostgreSQL') child.killGroup();
  }

  async #stopAll(): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}
