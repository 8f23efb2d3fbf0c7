import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child';
import { Complaint } from './complaint';
import { onInterruption } from './interruption';
import { explainEnd } from './processes';

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
  #isStopping = false;
  #wake: (complaint?: Complaint) => void = () => undefined;
  readonly #end = new Promise<Complaint | undefined>((resolve) => {
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

  #interrupt(): void {
    process.stdout.write('\n  Stopping. Ctrl-C again ends it at once.\n');
    this.#ending.abort();
    this.#wake();
  }

  #hasten(): void {
    // PostgreSQL is not among those hastened: its fast shutdown waits for nobody.
    for (const child of this.#watched) if (child.name !== 'PostgreSQL') child.killGroup();
  }

  async #stopAll(): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}
