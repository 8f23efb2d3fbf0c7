import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../machinery';
import { Actor, type Fate, type HaltKind, Process, type Timer } from './actor';
import { UnderWay, type Watch } from './under-way';

/** Who plays just now. One for all stages: every one that was ever entered costs each promise a little. */
const here = new AsyncLocalStorage<Actor>();

/** The engine's pauses between two looks or two tries are shorter than this; what is longer is somebody's patience. */
const pauseMs = 400;

/**
 * Where races are played: nothing happens unless it is let go. Every actor halts before each thing that others could notice
 * (a statement, a call to the outside), and time passes for it only when it is told so. So the order of steps is the
 * order in which a test lets go of them, and the same order is the same play again.
 */
export class Stage {
  readonly actors: Actor[] = [];
  /** What happened, one line a step. */
  readonly trace: string[] = [];
  /** What an actor of a living process has thrown: a fault of the play itself. */
  readonly failures: unknown[] = [];
  /** Takes what is still on its way, or left behind, when its sender has stopped waiting for it. */
  readonly wire = new Actor('wire', new Process('wire', 0));
  readonly #database: UnderWay;
  readonly #wantsLock: (label: string) => boolean;

  /** @param wantsLock whether a step, by its label, may have to wait for another's lock */
  constructor(watch: Watch, wantsLock: (label: string) => boolean) {
    this.#database = new UnderWay(watch, (label) => this.trace.push(`${label} .. waits for a lock`));
    this.#wantsLock = wantsLock;
    this.actors.push(this.wire);
  }

  // For whoever plays.

  /** Brings an actor onto the stage. It begins at its first halt. */
  enter(actor: Actor, play: () => Promise<void>): void {
    if (!this.actors.includes(actor)) this.actors.push(actor);
    here.run(actor, () => {
      play().catch((error: unknown) => {
        if (actor.process.isAlive) this.failures.push(error);
      });
    });
  }

  /** Leaves something to the wire. */
  later(label: string, arrive: () => Promise<unknown>): void {
    this.enter(this.wire, async () => {
      await this.halt(label);
      await arrive();
    });
  }

  /** Waits until it is let go, and learns what becomes of the step. In a dead process nothing goes on. */
  halt(label: string, kind: HaltKind = 'step'): Promise<Fate> {
    const { process, halts } = this.actor();
    return new Promise((go) => {
      if (process.isAlive) halts.push({ kind, label, go });
    });
  }

  /** Waits for the database. */
  work<T>(label: string, pid: number | null, promise: Promise<T>): Promise<T> {
    return this.#database.wait(`${this.actor().name}: ${label}`, pid, promise);
  }

  /** Told after each statement whether its backend holds on to what it has locked. */
  holds(pid: number, isInTransaction: boolean): void {
    this.#database.holds(pid, isInTransaction);
  }

  note(what: string): void {
    this.trace.push(`${this.actor().name} ${what}`);
  }

  /** Who plays just now. */
  actor(): Actor {
    const actor = here.getStore();
    if (!actor) throw new Error('nobody is on the stage');
    return actor;
  }

  clockOf(process: Process): Clock {
    return {
      now: () => process.nowMs,
      random: () => 0.5,
      timer: (ms) => {
        const { timers } = this.actor();
        let cancel = (): void => undefined;
        const elapsed = new Promise<void>((ring) => {
          const timer: Timer = { dueMs: process.nowMs + ms, ring };
          timers.add(timer);
          cancel = () => void timers.delete(timer);
        });
        return { elapsed, cancel };
      },
    };
  }

  // For whoever directs.

  /** Lets an actor go on by one step. False when it cannot: it is blocked, waits for somebody else, or has ended. */
  async step(actor: Actor, fate: Fate = 'done'): Promise<boolean> {
    if (actor.halts.length === 0) return this.timeOut(actor, pauseMs);
    // Two that wait for one row would be woken in an order that is nobody's to choose.
    const { isOneBlocked } = this.#database;
    const index = actor.halts.findIndex(({ label }) => !(isOneBlocked && this.#wantsLock(label)));
    const [halt] = index < 0 ? [] : actor.halts.splice(index, 1);
    if (!halt) return false;
    this.trace.push(`${actor.name}: ${halt.label}${fate === 'done' ? '' : ` (${fate})`}`);
    halt.go(fate);
    await this.#database.quiet();
    return true;
  }

  /** The shortest of an actor's waits runs out, if it is no longer than `mostMs`. */
  async timeOut(actor: Actor, mostMs = Infinity): Promise<boolean> {
    const next = actor.next();
    if (!next || next.inMs > mostMs) return false;
    this.trace.push(`${actor.name}: waited ${next.inMs} ms`);
    actor.ring(next.timer);
    await this.#database.quiet();
    return true;
  }

  /** A process ends at once. The server does not notice it yet. */
  async kill(process: Process): Promise<void> {
    process.isAlive = false;
    this.trace.push(`${process.name} dies`);
    for (const actor of this.actors) {
      if (actor.process !== process) continue;
      actor.timers.clear();
      for (const { kind, go } of actor.halts.splice(0)) if (kind === 'step') go('call_lost');
    }
    await this.#database.quiet();
  }

  /** Whether somebody is blocked, or stands before such a step. */
  isAt(label: RegExp): boolean {
    return (
      !this.#database.isEmpty || this.actors.some(({ halts }) => halts.some((halt) => label.test(halt.label)))
    );
  }

  /**
   * Lets everything go on to its end; who is at rest stays so. `wait` is called when all that is left is waiting. Whoever
   * lingers goes on when the others cannot.
   */
  async drain(wait: () => Promise<void>, lingering?: Actor): Promise<void> {
    let standsStill = lingering;
    await this.#database.quiet();
    for (let round = 0; round < 1_000; round += 1) {
      const due = this.actors.filter(
        (actor) => actor !== standsStill && actor.halts.some(({ kind }) => kind !== 'look'),
      );
      if (await this.#each(due, (actor) => this.step(actor))) continue;
      const waits = this.actors.flatMap((actor) => actor.next()?.inMs ?? []);
      if (this.#database.isEmpty && waits.length > 0) {
        await wait();
        const mostMs = Math.max(pauseMs, Math.min(...waits));
        await this.#each([...this.actors], (actor) => this.timeOut(actor, mostMs));
      } else if (standsStill) {
        standsStill = undefined;
      } else if (this.#database.isEmpty) {
        return;
      } else {
        throw new Error(`these wait for each other:\n${this.trace.join('\n')}`);
      }
    }
    throw new Error(`it does not end:\n${this.trace.join('\n')}`);
  }

  /** Everybody dies, and the server notices it: nothing is left behind in the database. */
  async clear(): Promise<void> {
    for (const process of new Set(this.actors.map((actor) => actor.process))) {
      if (process !== this.wire.process) await this.kill(process);
    }
    while (await this.step(this.wire));
    // Only what waits for itself is left.
    if (!this.#database.isEmpty) {
      await this.#database.cancelAll();
      while (await this.step(this.wire));
    }
  }

  /** One after the other. False when none of them could go on. */
  async #each(actors: readonly Actor[], go: (actor: Actor) => Promise<boolean>): Promise<boolean> {
    let hasMoved = false;
    for (const actor of actors) hasMoved = (await go(actor)) || hasMoved;
    return hasMoved;
  }
}
