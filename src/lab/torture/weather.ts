import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@/run/testbed/until';
import type { RuleInput } from '@/wire/rules';
import type { WiredShop } from '../wired-shop';
import type { Chronicle } from './chronicle';
import type { Draw } from './draw';
import { drawEclipse, drawFaults } from './faults';
import { drawProcessorSettings } from './processor-moods';

/** What the weather does is written under this name. */
const name = 'weather';

/** A process that is held up while it starts is given up, and started once more. */
const backBoundMs = 150_000;

/** How often a change of the weather begins an eclipse. */
const eclipseChance = 0.08;

/** Faults on every wire and moods of the processor, changed every few seconds, and drawn from the seed. */
export class Weather {
  /** How many faults there were, by kind. */
  readonly faults = new Map<string, number>();
  #kinds = new Map<string, string>();
  #eclipse: { readonly rule: RuleInput; readonly endsAt: number } | undefined;

  constructor(
    private readonly shop: WiredShop,
    private readonly chronicle: Chronicle,
    private readonly draw: Draw,
  ) {}

  async blow(signal: AbortSignal): Promise<void> {
    for (let change = 1; !signal.aborted; change += 1) {
      const draw = this.draw.branch(`${change}`);
      const faults = draw.chance(0.1) ? [] : drawFaults(draw, this.shop.members);
      await this.#setRules([...this.#eclipseNow(draw), ...faults], draw);
      await this.#setMood(draw);
      await sleep(draw.between(2_500, 6_000), undefined, { signal }).catch(() => undefined); // the end of the wait
    }
  }

  /** The faults end. When everybody is back, the processor behaves too. */
  async clear(): Promise<void> {
    await this.#setRules([], this.draw);
    await until('everybody is back', async () => this.shop.members.every(({ isUp }) => isUp), backBoundMs);
    await this.shop.configureProcessor({
      latencyMs: 0,
      refundDelayMs: 200,
      webhooks: { mode: 'normally', retryBaseMs: 500 },
    });
  }

  #eclipseNow(draw: Draw): RuleInput[] {
    if (this.#eclipse !== undefined && performance.now() > this.#eclipse.endsAt) this.#eclipse = undefined;
    else if (this.#eclipse === undefined && draw.chance(eclipseChance)) {
      this.#eclipse = { rule: drawEclipse(draw), endsAt: performance.now() + draw.between(15_000, 30_000) };
    }
    return this.#eclipse ? [this.#eclipse.rule] : [];
  }

  async #setRules(rules: readonly RuleInput[], draw: Draw): Promise<void> {
    await this.#count();
    this.#kinds = new Map(rules.map(({ id, effect: { kind } }) => [id, kind]));
    await this.shop.wire.setRules(rules, draw.whole(1, 1_000_000));
    this.chronicle.note(name, rules.length === 0 ? 'no faults' : rules.map(told).join('; '));
  }

  /** Replacing the rules loses their counts. */
  async #count(): Promise<void> {
    for (const { id, acted } of await this.shop.wire.ruleCounts()) {
      const kind = this.#kinds.get(id);
      if (kind !== undefined && acted > 0) this.faults.set(kind, (this.faults.get(kind) ?? 0) + acted);
    }
  }

  async #setMood(draw: Draw): Promise<void> {
    const settings = drawProcessorSettings(draw);
    const store = draw.whole(1, this.shop.storeUrls.length);
    this.chronicle.note(name, `processor ${JSON.stringify(settings)}, webhooks to store-${store}`);
    try {
      await this.shop.configureProcessor(settings);
      await this.shop.sendWebhooksTo(store);
    } catch (error) {
      this.chronicle.note(name, `the processor does not hear: ${error}`); // it comes back with these settings
    }
  }
}

function told({ id, probability }: RuleInput): string {
  return `${id} (${((probability ?? 1) * 100).toFixed(1)} %)`;
}
