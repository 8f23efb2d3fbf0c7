import type { Exit } from '@/run/child';

/** A process that runs. */
export interface Running {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Sends a signal and does not wait. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it the way a supervisor does, for good. */
  stop(): Promise<unknown>;
}

/** What became of a process: `killed` from outside or by its own fault, `ended` as it was told to. */
export type MemberChange = 'started' | 'killed' | 'ended';

/** A process of a shop that may be hit at any moment, and comes back under the same name, at the same address. */
export class Member {
  #running: Running | undefined;
  #isUp = false;
  #starts = 0;
  readonly #watchers = new Set<(change: MemberChange) => void>();

  /**
   * @param launch starts the process; `start` counts from 1
   * @param onStart is told of every process that bears the name
   */
  constructor(
    readonly name: string,
    private readonly launch: (start: number) => Promise<Running>,
    private readonly onStart: (name: string, pid: number) => Promise<void>,
  ) {}

  /** Whether its process is there and ready for work, or frozen. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the process that bears the name now has ended. Its processes keep nobody alive who waits for this alone. */
  get exited(): Promise<Exit> {
    return this.#process.exited;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get #process(): Running {
    if (this.#running === undefined) throw new Error(`${this.name} has never been started`);
    return this.#running;
  }

  /** SIGKILL is the crash, SIGSTOP the freeze; PostgreSQL takes SIGQUIT as its immediate shutdown. */
  kill(signal: NodeJS.Signals): void {
    if (this.#isUp) this.#process.kill(signal);
  }

  /** Brings it back, after its end where it still runs. Resolves when it is ready; throws when it does not get there. */
  async restart(): Promise<void> {
    if (this.#isUp) {
      this.kill('SIGTERM');
      await this.exited;
    }
    await this.start();
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const running = await this.launch(this.#starts);
    this.#running = running;
    this.#isUp = true;
    void running.exited.then(({ code, signal }) => {
      if (this.#running === running) this.#isUp = false;
      this.#tell(code === 0 || signal === 'SIGTERM' ? 'ended' : 'killed');
    });
    await this.onStart(this.name, running.pid);
    this.#tell('started');
  }

  /** Is told what becomes of the processes that bear the name, until the returned function is called. */
  watch(watcher: (change: MemberChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #tell(change: MemberChange): void {
    for (const watcher of this.#watchers) watcher(change);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
