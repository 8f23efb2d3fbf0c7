import type { EffectOutcome } from '../operation';
import type { Stage } from './stage';

/** What the outside knows to have happened. */
export type Fact = 'captured' | 'declined' | 'not_made';

export interface OutsideNature {
  /** Whether it knows the purchase's key: a call with a known key does nothing and answers what the first did. */
  readonly hasKeys: boolean;
  readonly isCardGood: boolean;
  /** How a purchase is given up: its key is used up for good, or one only looks whether something was done. */
  readonly giveUp: 'blocks' | 'looks';
}

/** The outside of one purchase. It keeps its own books, and nothing that happens to the shop's database touches them. */
export class Outside {
  /** How often the thing was really done. */
  captures = 0;
  declines = 0;
  /** Every call that was to end in something: from which process, and with which input. */
  readonly calls: { readonly what: 'send' | 'give up'; readonly by: string; readonly n: number }[] = [];
  /** Resolves with the first thing that was decided. */
  readonly decided: Promise<Fact>;
  readonly #stage: Stage;
  readonly #nature: OutsideNature;
  #isBlocked = false;
  /** Sends that may still arrive. */
  #underWay = 0;
  #decide: (fact: Fact) => void = () => undefined;

  constructor(stage: Stage, nature: OutsideNature) {
    this.#stage = stage;
    this.#nature = nature;
    this.decided = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  async send(n: number): Promise<EffectOutcome<Fact>> {
    this.#note('send', n);
    this.#underWay += 1;
    try {
      return await this.#call('sends', () => {
        this.#underWay -= 1;
        return this.#do();
      });
    } catch (error) {
      this.#underWay -= 1;
      throw error;
    }
  }

  giveUp(n: number): Promise<EffectOutcome<Fact>> {
    this.#note('give up', n);
    return this.#call('gives up', () => {
      const fact = this.fact();
      if (fact) return known(fact);
      if (!this.#nature.hasKeys && this.#underWay > 0) return unknown('something may still arrive');
      this.#isBlocked ||= this.#nature.giveUp === 'blocks';
      return known('not_made');
    });
  }

  /** Null: nothing was done, and nothing that was sent can still arrive. */
  ask(): Promise<EffectOutcome<Fact> | null> {
    return this.#call('asks', () => {
      const fact = this.fact();
      if (fact) return known(fact);
      return this.#underWay > 0 ? unknown('something may still arrive') : null;
    });
  }

  fact(): Fact | null {
    if (this.captures > 0) return 'captured';
    return this.declines > 0 ? 'declined' : null;
  }

  #note(what: 'send' | 'give up', n: number): void {
    this.calls.push({ what, by: this.#stage.actor().process.name, n });
  }

  #do(): EffectOutcome<Fact> {
    if (this.#isBlocked) return unknown('the key was given up');
    const before = this.#nature.hasKeys ? this.fact() : null;
    if (before) return known(before);
    if (this.#nature.isCardGood) this.captures += 1;
    else this.declines += 1;
    const fact = this.#nature.isCardGood ? 'captured' : 'declined';
    this.#decide(fact);
    return known(fact);
  }

  /** A call on its way there, and its answer on its way back: two steps, either of which may be lost. */
  async #call<T>(label: string, arrive: () => T): Promise<T | EffectOutcome<Fact>> {
    const fate = await this.#stage.halt(label);
    switch (fate) {
      case 'done':
      case 'answer_lost': {
        const result = arrive();
        const back = fate === 'done' ? await this.#stage.halt(`${label}: the answer`) : fate;
        return back === 'done' || back === 'call_late' ? result : unknown('the answer was lost');
      }
      case 'call_late':
        this.#stage.later(`${label}, late`, async () => arrive());
        return unknown('the call hangs');
      case 'call_lost':
        throw new Error('the connection was reset');
    }
  }
}

function known(fact: Fact): EffectOutcome<Fact> {
  return { known: true, fact };
}

function unknown(why: string): EffectOutcome<Fact> {
  return { known: false, why };
}
