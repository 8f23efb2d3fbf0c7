import { setTimeout as sleep } from 'node:timers/promises';
import { v4 } from 'uuid';
import { payButton, retrying, systemClock } from '@/retry';
import { failureOf, type KeyedCallContext } from '@/trpc/client';
import type { Arrivals } from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import { randomStream } from '@/wire/rules';
import { type Deed, toPay } from '../scenarios/scenario';
import type { LabShop } from './lab-shop';
import type { Purchases } from './purchases';
import type { Tell } from './teller';
import { type Checkout, Visitor } from './visitor';

const bucketMs = 200;
/** The first wave is over by then; the second one begins half a second after the press at the earliest. */
const firstWaveMs = 400;
/** More than the button has: nobody is there who would ask what became of it. */
const maxAttempts = 9;
/** How many fill their carts at a time. */
const atOnce = 8;
/** How often the arrivals are told while they change. */
const tellEveryMs = 250;

type Order = Extract<Deed, { do: 'crowd' }>;

/** Many small clients that do the same in the same moment. When their requests arrive is told by the wire's record. */
export class Crowd {
  /** When their requests came, and which of them were turned away. */
  readonly #arrivedAt = new Map<number, number>();
  readonly #refused = new Set<number>();
  #pressedAt = 0;

  constructor(
    private readonly lab: LabShop,
    private readonly purchases: Purchases,
    private readonly seed: number,
    private readonly tell: Tell,
  ) {}

  get requests(): number {
    return this.#arrivedAt.size;
  }

  hear({ id, from, path, sentAt, outcome }: Exchange): void {
    if (from !== 'crowd' || path !== toPay.path) return;
    this.#arrivedAt.set(id, sentAt);
    if (outcome === 'answered_by_wire') this.#refused.add(id);
  }

  /** Fills a cart for each product. */
  async gather(productIds: readonly string[]): Promise<readonly Checkout[]> {
    const checkouts: Checkout[] = [];
    for (let from = 0; from < productIds.length; from += atOnce) {
      const some = productIds.slice(from, from + atOnce).map(async (productId) => {
        const visitor = new Visitor('crowd', this.lab, this.seed, () => undefined);
        await visitor.putIntoCart(productId, 1);
        return visitor.checkOut('pm_card_visa');
      });
      checkouts.push(...(await Promise.all(some)));
    }
    return checkouts;
  }

  /** All press Pay while the way to the shop is closed. Resolves when everybody has been answered for good. */
  async press(checkouts: readonly Checkout[], { jitter, outageMs }: Order): Promise<void> {
    const { wire } = this.lab.shop;
    const effect = { kind: 'status', at: 'request', status: 503, body: 'closed for a moment' } as const;
    await wire.setRules([{ id: 'closed', match: { ...toPay, from: 'crowd' }, effect }], this.seed);
    const policy = { ...payButton, jitter, maxAttempts };
    this.#pressedAt = Date.now();
    const over = new AbortController();
    const telling = this.#tellArrivals(over.signal);
    const opening = sleep(outageMs).then(() => wire.clearRules());
    try {
      await Promise.all([opening, ...checkouts.map((checkout, index) => this.#pay(checkout, index, policy))]);
    } finally {
      over.abort();
      await telling;
    }
  }

  /** The most that arrived in one bucket after the first wave, of those who were turned away: what the shop itself makes of them is another matter. */
  get highestWave(): number {
    return Math.max(0, ...this.#arrivals().refused.slice(Math.ceil(firstWaveMs / bucketMs)));
  }

  async #pay({ client, input }: Checkout, index: number, policy: typeof payButton): Promise<void> {
    const key = v4();
    this.purchases.addSilent(key);
    await retrying(
      policy,
      ({ number, deadline, signal }) => {
        const context: KeyedCallContext = {
          ...{ idempotencyKey: key, attempt: number, timeoutMs: deadline.remainingMs },
        };
        return client.checkout.pay.mutate(input, { context, signal });
      },
      { clock: systemClock, random: randomStream(`${this.seed} client ${index}`), failureOf },
    );
  }

  async #tellArrivals(signal: AbortSignal): Promise<void> {
    for (let told = -1; ; ) {
      const isLast = signal.aborted;
      const now = this.#arrivedAt.size + this.#refused.size;
      if (now !== told) this.tell({ type: 'arrivals', arrivals: this.#arrivals() });
      told = now;
      if (isLast) return;
      await sleep(tellEveryMs, undefined, { signal }).catch(() => undefined); // the end of the wait
    }
  }

  #arrivals(): Arrivals {
    const from = this.#pressedAt;
    const bucketOf = (at: number) => Math.max(0, Math.floor((at - from) / bucketMs));
    const last = Math.max(-1, ...[...this.#arrivedAt.values()].map(bucketOf));
    const counts = Array.from({ length: last + 1 }, () => 0);
    const refused = [...counts];
    for (const [id, at] of this.#arrivedAt) {
      const bucket = bucketOf(at);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      if (this.#refused.has(id)) refused[bucket] = (refused[bucket] ?? 0) + 1;
    }
    return { from, bucketMs, counts, refused };
  }
}
