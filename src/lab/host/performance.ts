import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Happening } from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import type { RuleInput } from '@/wire/rules';
import {
  type Condition,
  type Deed,
  keyOf,
  payLabel,
  type ScenarioPlan,
  type Step,
  type TabName,
} from '../scenarios/scenario';
import { Crowd } from './crowd';
import { Facts } from './facts';
import { sendFailureNotice } from './failure-notice';
import type { LabShop } from './lab-shop';
import { Messages } from './messages';
import { Purchases } from './purchases';
import { type Stage, setStage } from './stage';
import type { Tell } from './teller';
import type { Visitor } from './visitor';

/** How long a scenario waits for one thing. */
const waitBoundMs = 30_000;
/** How long everything that was said may take to come to its end. */
const quietBoundMs = 20_000;

const webhookLabel = 'POST /api/webhooks/stripe';

/** One run of a scenario on the laboratory's shop, told as it goes. */
export class Performance {
  readonly #over = new AbortController();
  #rules: readonly RuleInput[] = [];

  private constructor(
    private readonly lab: LabShop,
    private readonly plan: ScenarioPlan,
    private readonly seed: number,
    private readonly tell: Tell,
    private readonly interrupted: AbortSignal,
    private readonly stage: Stage,
    private readonly purchases: Purchases,
    private readonly messages: Messages,
    private readonly crowd: Crowd,
    private readonly facts: Facts,
  ) {}

  /**
   * Sets the stage, does what the scenario does, and returns what was different from what it promises: nothing, where all was as
   * expected. Throws what goes wrong.
   */
  static async run(
    lab: LabShop,
    plan: ScenarioPlan,
    seed: number,
    tell: Tell,
    interrupted: AbortSignal,
  ): Promise<readonly string[]> {
    await lab.prepare(plan);
    const purchases = await Purchases.of(lab.shop);
    const crowd = new Crowd(lab, purchases, seed, tell);
    const stage = await setStage(lab, plan, seed, tell, crowd);
    const messages = new Messages(lab.shop, purchases, tell, await lab.lastExchange());
    const facts = new Facts(lab.shop, purchases, messages, tell, () => crowd.requests);
    return new Performance(
      ...([lab, plan, seed, tell, interrupted, stage] as const),
      ...([purchases, messages, crowd, facts] as const),
    ).#perform();
  }

  async #perform(): Promise<readonly string[]> {
    this.tell({ type: 'actors', actors: this.#actors() });
    const stopWatching = this.lab.watch({
      exchange: (exchange) => this.#hear(exchange),
      happening: (happening: Happening) => this.tell({ type: 'happening', happening }),
    });
    const watching = this.facts.watch(this.#over.signal);
    try {
      for (const step of this.plan.steps) await this.#take(step);
      await this.#comeToRest();
    } finally {
      for (const visitor of this.stage.visitors.values()) visitor.close();
      this.#over.abort();
      await watching;
      stopWatching();
      await this.messages.idle();
    }
    return this.#differences();
  }

  #hear(exchange: Exchange): void {
    this.messages.hear(exchange);
    this.crowd.hear(exchange);
  }

  #actors(): Actor[] {
    const { plan } = this;
    const isCrowd = plan.steps.some((step) => step.do === 'crowd');
    const browsers = isCrowd ? ['crowd'] : [...this.stage.visitors.keys()];
    return [
      ...browsers.map((name) => ({ name, kind: 'browser' as const })),
      { name: 'store-1', kind: 'store' },
      { name: 'store-2', kind: 'store' },
      ...(plan.hasWorker ? [{ name: 'worker-1', kind: 'worker' as const }] : []),
      { name: 'postgres', kind: 'database' },
      { name: 'processor', kind: 'processor' },
    ];
  }

  async #take(step: Step): Promise<void> {
    this.interrupted.throwIfAborted();
    if (step.say) this.tell({ type: 'step', text: step.say });
    await this.#do(step);
  }

  async #do(deed: Deed): Promise<void> {
    switch (deed.do) {
      case 'press':
        return this.#press(deed.tab, deed.taps ?? 1);
      case 'reload':
        return this.#visitor(deed.tab).tab.reload();
      case 'close':
        return this.#visitor(deed.tab).close();
      case 'wait':
        return this.#until(JSON.stringify(deed.for), () => this.#isSo(deed.for), waitBoundMs);
      case 'rules':
        this.#rules = deed.rules;
        return this.#arm();
      case 'signal':
        return this.lab.signal(deed.member, deed.signal);
      case 'start':
        return this.lab.shop.member(deed.member).start();
      case 'prefer':
        return this.lab.prefer(deed.store);
      case 'send again': {
        const visitor = this.#visitor(deed.tab);
        await visitor.sendAgain(this.#attemptsOf(visitor.key) + 1, deed.amountMore ?? 0);
        return;
      }
      case 'expire':
        return this.#expire(this.#keyOf(deed.tab));
      case 'failure notice':
        return sendFailureNotice(this.lab.shop, this.#keyOf(deed.tab), 1);
      case 'crowd':
        return this.crowd.press(this.stage.checkouts, deed);
    }
  }

  /** Rules about a purchase wait for its key, and every purchase waits for the rules. */
  async #press(tab: TabName, taps: number): Promise<void> {
    const visitor = this.#visitor(tab);
    const [cart] = await this.lab.shop.sql<{ shopperId: string }>(
      'SELECT shopper_id::text AS "shopperId" FROM cart WHERE id = $1',
      [visitor.cartId],
    );
    visitor.press(taps, async (key) => {
      this.purchases.add(key, cart?.shopperId ?? '');
      // Armed anew, rules begin to count from the start.
      if (this.#rules.some(({ match }) => match?.key === keyOf(tab))) await this.#arm();
    });
  }

  async #arm(): Promise<void> {
    const keys = new Map([...this.stage.visitors].map(([tab, { key }]) => [keyOf(tab), key]));
    const rules = this.#rules.map((rule) => {
      const key = rule.match?.key;
      return key !== undefined && keys.has(key)
        ? { ...rule, match: { ...rule.match, key: keys.get(key) } }
        : rule;
    });
    await this.lab.shop.wire.setRules(rules, this.seed);
  }

  /** As the clock and the reaper do it, a day later. */
  async #expire(key: string): Promise<void> {
    await this.lab.shop.sql("DELETE FROM idempotency_key WHERE key = $1 AND state = 'completed'", [key]);
  }

  async #isSo(condition: Condition): Promise<boolean> {
    if ('tab' in condition) return this.#visitor(condition.tab).phase === condition.phase;
    if ('member' in condition) {
      const { isUp } = this.lab.shop.member(condition.member);
      if (condition.is === 'paused') return this.lab.isPaused(condition.member);
      return isUp === (condition.is === 'up');
    }
    if ('message' in condition) {
      const { message: label, from, is, times = 1 } = condition;
      const fitting = this.#told().filter(
        (message) =>
          message.label.startsWith(label) &&
          (from === undefined || message.from === from) &&
          (is === 'sent' || message.endedAt !== undefined),
      );
      return fitting.length >= times;
    }
    if ('leaseIsOver' in condition) {
      const over = 'SELECT 1 FROM idempotency_key WHERE key = $1 AND lease_until <= clock_timestamp()';
      return (await this.lab.shop.sql(over, [this.#keyOf(condition.leaseIsOver)])).length > 0;
    }
    const acknowledged = this.#told().filter(
      ({ label, status }) => label === webhookLabel && status === '200',
    );
    return acknowledged.length >= condition.webhooks;
  }

  /** Everything that was said has come to its end, and everything that was recorded is told. */
  async #comeToRest(): Promise<void> {
    const { attempts = 0, orders, charges, marks } = this.plan.expected;
    const isOver = async () => {
      if (this.#told().some(({ endedAt }) => endedAt === undefined)) return false;
      await this.facts.look();
      const { counters, endings } = this.facts;
      // What is awaited may take a moment to be seen; what comes instead of it is told as it is.
      return (
        counters.attempts >= attempts &&
        counters.orders >= orders &&
        counters.charges >= charges &&
        endings.length >= marks.length
      );
    };
    await this.#until('everything has come to its end', isOver, quietBoundMs).catch((error: unknown) => {
      this.interrupted.throwIfAborted();
      if (!(error instanceof Waited)) throw error;
    });
  }

  #differences(): readonly string[] {
    const { expected, steps } = this.plan;
    const { counters, endings } = this.facts;
    const differences = (['attempts', 'orders', 'charges'] as const).flatMap((name) => {
      const wanted = expected[name] ?? counters[name];
      return counters[name] === wanted ? [] : [`there were ${counters[name]} ${name}, not ${wanted}`];
    });
    if (counters.ledgerBalance !== 0)
      differences.push(`the ledger is out of balance by ${counters.ledgerBalance}`);
    for (const missing of missingOf(expected.marks, endings)) {
      differences.push(`no attempt ended as ${missing}: they ended as ${endings.join(', ') || 'nothing'}`);
    }
    for (const [tab, visitor] of this.stage.visitors) {
      const phase = expected.ends[tab];
      if (phase !== undefined && visitor.phase !== phase)
        differences.push(`${tab} is ${visitor.phase}, not ${phase}`);
    }
    const still = this.#told().filter(({ endedAt }) => endedAt === undefined);
    if (still.length > 0) differences.push(`still under way: ${still.map(({ label }) => label).join(', ')}`);
    for (const step of steps) {
      if (step.do !== 'crowd') continue;
      const { highestWave } = this.crowd;
      const { atLeast = 0, atMost = Infinity } = step.wave;
      if (highestWave < atLeast || highestWave > atMost)
        differences.push(`the highest wave was ${highestWave}`);
    }
    return differences;
  }

  #told() {
    return [...this.messages.told.values()];
  }

  #attemptsOf(key: string | undefined): number {
    return this.#told().filter((message) => message.label === payLabel && message.key === key).length;
  }

  #visitor(tab: TabName): Visitor {
    const visitor = this.stage.visitors.get(tab);
    if (!visitor) throw new Error(`the scenario has no ${tab}`);
    return visitor;
  }

  #keyOf(tab: TabName): string {
    const { key } = this.#visitor(tab);
    if (key === undefined) throw new Error(`${tab} has not paid anything`);
    return key;
  }

  async #until(what: string, isSo: () => Promise<boolean>, boundMs: number): Promise<void> {
    const endsAt = performance.now() + boundMs;
    while (!(await isSo().catch(() => false))) {
      this.interrupted.throwIfAborted();
      if (performance.now() > endsAt) throw new Waited(`waited ${boundMs} ms in vain for this: ${what}`);
      await sleep(20);
    }
  }
}

class Waited extends Error {}

/** What is in the first list more often than in the second. */
function missingOf(expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return expected.filter((mark) => {
    const at = left.indexOf(mark);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
