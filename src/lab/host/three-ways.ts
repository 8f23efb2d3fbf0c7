import { poll } from '@/run/poll';
import { type Counters, type Message, messageSchema, type Way, ways } from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import { randomStream } from '@/wire/rules';
import { paid, type ScenarioPlan, toPay } from '../scenarios/scenario';
import { payWrongly } from '../wrong-shops/client';
import { openWrongShop, type WrongShop } from '../wrong-shops/shop';
import { explained } from './explained';
import type { LabShop } from './lab-shop';

import { Performance } from './performance';
import type { Tell } from './teller';

/** How often the first answers are lost. The third attempt is answered. */
const lostAnswers = 2;
const attempts = 3;

/** The wrong ones: who asks whom over the wire, and what is wrong. */
const wrongWays = {
  no_key: { tab: 'tab-a', shop: 'shop-a', keys: 'none', key: 'none' },
  new_key_each_attempt: { tab: 'tab-b', shop: 'shop-b', keys: 'of_the_client', key: 'new_each_attempt' },
} as const;

type WrongWay = keyof typeof wrongWays;
const isWrong = (way: Way): way is WrongWay => way in wrongWays;

const ruleOf = (way: WrongWay) => ({
  ...{ id: `lost ${way}`, match: { from: wrongWays[way].tab, path: '/pay' }, times: lostAnswers },
  effect: { kind: 'reset', at: 'answer' } as const,
});

/** How long the shop may take to be ready for all three. */
const rulesBoundMs = 60_000;

/** What everybody is given: three attempts, of which the first two lose their answers. */
const plan: ScenarioPlan = {
  ...{ id: 'three-ways', title: 'Three ways', group: 'Three ways', story: '', lesson: '', code: '' },
  expected: {
    ...{ attempts, orders: 1, charges: 1, marks: ['first', 'replayed', 'replayed'] },
    ends: { 'tab-1': 'paid' },
  },
  steps: [
    {
      do: 'rules',
      rules: [
        {
          id: 'lost',
          match: { ...toPay, from: 'tab-1' },
          times: lostAnswers,
          effect: { kind: 'reset', at: 'answer' },
        },
        ruleOf('no_key'),
        ruleOf('new_key_each_attempt'),
      ],
    },
    { do: 'press', tab: 'tab-1' },
    paid('tab-1'),
  ],
};

/** The charges that each way must come to. */
export const chargesOfWay: Readonly<Record<Way, number>> = {
  no_key: 3,
  new_key_each_attempt: 3,
  doubletap: 1,
};

/** Gives three ways the same three attempts at the same time, each told by itself and ended by a `done`. */
export async function performWays(
  lab: LabShop,
  seed: number,
  tellOf: (way: Way) => Tell,
  interrupted: AbortSignal,
): Promise<void> {
  await Promise.all(
    ways.map(async (way) => {
      const tell = tellOf(way);
      const run = isWrong(way)
        ? () => performWrongly(lab, way, seed, tell, interrupted)
        : () => Performance.run(lab, plan, seed, tell, interrupted);
      const failure = await explained(run);
      tell({ type: 'done', asExpected: failure === undefined, failure });
    }),
  );
}

async function performWrongly(
  lab: LabShop,
  way: WrongWay,
  seed: number,
  tell: Tell,
  interrupted: AbortSignal,
): Promise<readonly string[]> {
  const lane = await WrongLane.open(lab, way, tell);
  try {
    await lane.press(seed, interrupted);
    const { charges } = await lane.count();
    const promised = chargesOfWay[way];
    return charges === promised ? [] : [`there were ${charges} charges, not ${promised}`];
  } finally {
    await lane.close();
  }
}

/** A wrong way on the wire, with a shop of its own where it needs one. */
class WrongLane {
  readonly #told = new Map<number, Message>();
  #counters: Counters = { attempts: 0, orders: 0, charges: 0 };

  private constructor(
    private readonly lab: LabShop,
    private readonly way: WrongWay,
    private readonly tell: Tell,
    private readonly mark: string,
    private readonly wrongShop: WrongShop,
    private readonly url: string,
    private readonly closeLinks: () => Promise<unknown>,
  ) {}

  static async open(lab: LabShop, way: WrongWay, tell: Tell): Promise<WrongLane> {
    const { wire, processorAddress } = lab.shop;
    const { tab, shop: from, keys } = wrongWays[way];
    const mark = `${way} ${crypto.randomUUID()}`;
    const { hostname: host, port } = new URL(processorAddress);
    const toProcessor = await wire.openLink({
      ...{ name: 'shop-processor', protocol: 'http', from, to: 'processor', listen: {}, keeps: true },
      target: { host, port: Number(port) },
    });
    const processor = { url: `http://${toProcessor.authority}`, secretKey: 'sk_test_demo' };
    const shop = await openWrongShop({ processor, keys, mark });
    const toShop = await wire.openLink({
      ...{ name: 'browser-shop', protocol: 'http', from: tab, to: from, listen: {}, keeps: true },
      target: { host: '127.0.0.1', port: shop.port },
    });
    const closeLinks = () => Promise.all([toShop, toProcessor].map(({ id }) => wire.closeLink(id)));
    return new WrongLane(lab, way, tell, mark, shop, `http://${toShop.authority}`, closeLinks);
  }

  async close(): Promise<void> {
    await this.closeLinks();
    await this.wrongShop.stop();
  }

  async press(seed: number, interrupted: AbortSignal): Promise<void> {
    const { tab: actor, shop, key: keyKind } = wrongWays[this.way];
    this.tell({
      type: 'actors',
      actors: [
        { name: actor, kind: 'browser' },
        { name: shop, kind: 'store' },
        { name: 'processor', kind: 'processor' },
      ],
    });
    await this.#rulesAreInForce(interrupted);
    const stop = this.lab.watch({ exchange: (exchange) => this.#hear(exchange) });
    const show = (phase: string, attempt: number, key = '', nextAttemptAt?: number) =>
      this.tell({ type: 'shown', shown: { actor, key, phase, attempt, nextAttemptAt } });
    let last = { attempt: 1, key: '' };
    try {
      await payWrongly(
        { url: this.url, key: keyKind },
        randomStream(`${seed} ${actor}`),
        {
          attempt: (attempt, key = '') => {
            last = { attempt, key };
            show('paying', attempt, key);
          },
          waits: (attempt, delayMs) => show('waiting', attempt + 1, last.key, Date.now() + delayMs),
        },
        interrupted,
      );
      show('paid', last.attempt, last.key);
      await poll(5_000, async () => [...this.#told.values()].every(({ endedAt }) => endedAt) || undefined);
    } finally {
      stop();
    }
  }

  /** What the shop believes, and what the processor's books say. */
  async count(): Promise<Counters> {
    const { charges } = await this.lab.shop.books();
    const counters = {
      attempts: [...this.#told.values()].filter(({ from }) => from === wrongWays[this.way].tab).length,
      orders: this.wrongShop.orders,
      charges: charges.filter(({ status, metadata }) => status === 'captured' && metadata.mark === this.mark)
        .length,
    };
    if (JSON.stringify(counters) !== JSON.stringify(this.#counters))
      this.tell({ type: 'counters', counters });
    this.#counters = counters;
    return counters;
  }

  #hear(exchange: Exchange): void {
    const { tab, shop } = wrongWays[this.way];
    if (exchange.from !== tab && exchange.from !== shop) return;
    const message = messageSchema.parse(exchange);
    this.#told.set(message.id, message);
    this.tell({ type: 'message', message });
    if (exchange.endedAt !== undefined) void this.count().catch(() => undefined); // the next end looks again
  }

  async #rulesAreInForce(interrupted: AbortSignal): Promise<void> {
    const { id } = ruleOf(this.way);
    const isArmed = await poll(rulesBoundMs, async () => {
      interrupted.throwIfAborted();
      return (await this.lab.shop.wire.ruleCounts()).some((rule) => rule.id === id) || undefined;
    });
    if (!isArmed) throw new Error('the stage was not set in time');
  }
}
