import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Link } from './exchange';
import { Processes } from './processes';
import { WireRecord } from './record';
import { type Effect, type Fault, type Faults, type Matchable, Rules, randomStream } from './rules';

/** How many keys are remembered, to know them again in the statements of a database. */
const keyCapacity = 5_000;

/** What all links of one wire share. */
export class Wire {
  readonly rules = new Rules();
  readonly record = new WireRecord();
  readonly processes = new Processes();
  readonly #keys = new Set<string>();
  readonly #jitter = randomStream('jitter');
  #connections = 0;

  nextConnection(): number {
    this.#connections += 1;
    return this.#connections;
  }

  /** Remembers an Idempotency-Key that came over HTTP. */
  learnKey(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= keyCapacity) return;
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest);
      break;
    }
  }

  knowsKey(text: string): boolean {
    return this.#keys.has(text);
  }

  /** Records an exchange and lets the rules choose what happens to it. */
  begin(
    link: Link,
    seen: Omit<Matchable, 'link' | 'from' | 'protocol'> & Pick<Exchange, 'connection' | 'label' | 'attempt'>,
  ): { exchange: Exchange; faults: Faults } {
    const { name, from, to, protocol } = link;
    const exchange = this.record.begin({ link: name, from, to, ...seen });
    const faults = this.rules.choose({ link: name, from, protocol, ...seen });
    for (const [at, fault] of [
      ['request', faults.request],
      ['answer', faults.answer],
    ] as const) {
      if (fault) exchange.faults.push({ rule: fault.rule, kind: fault.effect.kind, at });
    }
    return { exchange, faults };
  }

  /**
   * Does the part of a fault that is the same on every link: waiting and killing. Resolves with what is left to do with the
   * message: `lost` when nobody is there any more to whom it could matter.
   */
  async suffer(
    fault: Fault | undefined,
  ): Promise<Exclude<Effect, { kind: 'delay' | 'kill' }> | 'lost' | undefined> {
    const effect = fault?.effect;
    switch (effect?.kind) {
      case 'delay':
        await sleep(Math.max(0, effect.ms + effect.jitterMs * (2 * this.#jitter() - 1)));
        return undefined;
      case 'kill':
        return (await this.processes.signal(effect.process, effect.signal)) ? 'lost' : undefined;
      default:
        return effect;
    }
  }
}
