import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '../member';
import type { Chronicle } from './chronicle';
import type { Draw } from './draw';

/** What is done to processes is written under this name. */
const name = 'supervisor';

/** For how long somebody is frozen, in milliseconds. */
export interface Freezes {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** How often stores and workers are hit for each time that what all of them need is: nobody buys while that is down. */
const shareOfOurs = 0.8;

/** Kills and freezes processes at random, and brings back whoever has ended, by whatever hand. */
export class Hits {
  /** How often each process came to its end, and how often it was frozen. */
  readonly kills = new Map<string, number>();
  readonly freezes = new Map<string, number>();

  constructor(
    private readonly members: readonly Member[],
    private readonly chronicle: Chronicle,
    private readonly draw: Draw,
    private readonly frozenFor: (member: Member) => Freezes,
  ) {}

  /** Hits one process after the other, and freezes one at a time. Resolves after the end is signalled, when nobody is frozen any more. */
  async hit(signal: AbortSignal): Promise<void> {
    let thaw: Promise<void> | undefined;
    for (;;) {
      await sleep(this.draw.between(2_000, 5_000), undefined, { signal }).catch(() => undefined); // the end of the wait
      if (signal.aborted) break;
      const member = this.#pick();
      const isFreeze = this.draw.chance(0.25);
      if (!isFreeze) this.#kill(member);
      else if (thaw === undefined) {
        thaw = this.#freeze(member, signal).finally(() => {
          thaw = undefined;
        });
      }
    }
    await thaw;
  }

  /** Brings back whoever ends, until the signal. */
  async keepUp(signal: AbortSignal): Promise<void> {
    const over = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.all(this.members.map((member) => this.#keepUp(member, signal, over)));
  }

  #pick(): Member {
    const isOurs = this.draw.chance(shareOfOurs);
    return this.draw.pick(this.members.filter((member) => isShops(member) === isOurs));
  }

  #kill(member: Member): void {
    const isPostgres = member.name === 'postgres';
    const gentle = isPostgres ? 'SIGQUIT' : 'SIGTERM';
    const signal = this.draw.chance(isPostgres ? 0.5 : 0.15) ? gentle : 'SIGKILL';
    this.#note(`${signal} to ${member.name}`);
    member.kill(signal);
  }

  async #freeze(member: Member, signal: AbortSignal): Promise<void> {
    const { leastMs, mostMs } = this.frozenFor(member);
    const forMs = this.draw.between(leastMs, mostMs);
    this.#note(`freezes ${member.name} for ${forMs.toFixed(0)} ms`);
    count(this.freezes, member.name);
    member.kill('SIGSTOP');
    await sleep(forMs, undefined, { signal }).catch(() => undefined); // the end of everything thaws it early
    member.kill('SIGCONT');
  }

  async #keepUp(member: Member, signal: AbortSignal, over: Promise<unknown>): Promise<void> {
    for (;;) {
      await Promise.race([member.exited, over]);
      if (signal.aborted) return;
      const exit = await member.exited;
      count(this.kills, member.name);
      this.#note(`${member.name} has ended (${exit.signal ?? exit.code})`);
      await sleep(this.draw.between(50, 1_000));
      while (!member.isUp && !signal.aborted) {
        await member.start().catch(async (error: unknown) => {
          this.#note(`${member.name} does not come up: ${error}`);
          await sleep(500);
        });
      }
      this.#note(`${member.name} is back`);
    }
  }

  #note(what: string): void {
    this.chronicle.note(name, what);
  }
}

/** Of the shop itself: a store or a worker. */
export function isShops({ name }: Member): boolean {
  return /^(store|worker)-/.test(name);
}

function count(counts: Map<string, number>, of: string): void {
  counts.set(of, (counts.get(of) ?? 0) + 1);
}
