/** What becomes of a step when it is let go. */
export type Fate =
  | 'done'
  /** It never arrives, and whoever sent it sees a broken connection. */
  | 'call_lost'
  /** Whoever sent it sees a broken connection, and it arrives all the same, later. */
  | 'call_late'
  /** It arrives and is done; its answer does not come back. */
  | 'answer_lost';

/** `arrival`: not there yet. `look`: at rest, until it looks for work again. `step`: in the middle of something. */
export type HaltKind = 'arrival' | 'look' | 'step';

export interface Halt {
  readonly kind: HaltKind;
  readonly label: string;
  readonly go: (fate: Fate) => void;
}

export interface Timer {
  readonly dueMs: number;
  readonly ring: () => void;
}

/** A process of its own: its own memory, its own clock. */
export class Process {
  isAlive = true;
  nowMs = 0;
  constructor(
    readonly name: string,
    readonly number: number,
  ) {}
}

/** One thing after another, in one process. */
export class Actor {
  /** Where it stands still. More than one only if it has stopped waiting for something. */
  readonly halts: Halt[] = [];
  readonly timers = new Set<Timer>();

  constructor(
    readonly name: string,
    readonly process: Process,
  ) {}

  /** The timer that is due first, and in how many milliseconds. */
  next(): { readonly timer: Timer; readonly inMs: number } | null {
    const [timer] = [...this.timers].sort((one, other) => one.dueMs - other.dueMs);
    return timer ? { timer, inMs: Math.round(timer.dueMs - this.process.nowMs) } : null;
  }

  /** A timer runs out, and the clock of its process is as late as that. */
  ring(timer: Timer): void {
    this.timers.delete(timer);
    this.process.nowMs = Math.max(this.process.nowMs, timer.dueMs);
    timer.ring();
  }
}
