import { setTimeout as sleep } from 'node:timers/promises';
import { KeptContents } from './contents';
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
  readonly contents = new KeptContents();
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
    const faults = this.rules.choose({ link: name, from, protocol, ...seen });
    const told = (['request', 'answer'] as const).flatMap((at) => {
      const fault = faults[at];
      return fault ? [{ rule: fault.rule, kind: fault.effect.kind, at }] : [];
    });
    return { exchange: this.record.begin({ link: name, from, to, ...seen, faults: told }), faults };
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
      case 'kill': {
        const { process, signal } = effect;
        const isHit = () => this.record.tellSignal({ process, signal });
        return (await this.processes.signal(process, signal, isHit)) ? 'lost' : undefined;
      }
      default:
        return effect;
    }
  }
}
