import type { Actor, RunEvent } from '@/ui/lab/protocol';
import type { Exchange, WireEvent } from '@/wire/exchange';
import { payLabel } from '../scenarios/scenario';
import { Facts } from './facts';
import { Messages } from './messages';
import { Purchases, type ShopToWatch } from './purchases';
import { RunLog } from './run-log';
import { type Tell, teller } from './teller';

/** How many purchases are kept. */
const keptPurchases = 30;

/** After so long without a message a purchase is not looked at any more, until the next one. */
const restMs = 20_000;

const actors: readonly Actor[] = [
  { name: 'browser', kind: 'browser' },
  { name: 'store', kind: 'store' },
  { name: 'worker', kind: 'worker' },
  { name: 'postgres', kind: 'database' },
  { name: 'processor', kind: 'processor' },
];

/** What crosses the wires of the demo's shop, one run for each purchase that somebody makes in it. */
export class DemoPurchases {
  readonly #watched = new Map<string, Watch>();
  /** Processes that a rule has ended, until they are heard of again. */
  readonly #gone = new Set<string>();

  constructor(private readonly shop: ShopToWatch) {}

  /** Resolves with the function that ends it. */
  async watch(): Promise<() => void> {
    const stop = await this.shop.wire.listen((event) => this.#hear(event));
    return () => {
      stop();
      for (const watch of this.#watched.values()) watch.rest();
    };
  }

  /** The purchases that were seen, the newest first. */
  get runs(): readonly RunLog<RunEvent>[] {
    return [...this.#watched.values()].map(({ log }) => log).reverse();
  }

  find(key: string): RunLog<RunEvent> | undefined {
    return this.#watched.get(key)?.log;
  }

  #hear(event: WireEvent): void {
    if (event.type === 'signalled') {
      this.#gone.add(event.signalled.process);
      for (const watch of this.#watched.values()) watch.happening(event.signalled.process, 'killed');
      return;
    }
    const { exchange } = event;
    const { label, key, from } = exchange;
    if (this.#gone.delete(from)) {
      for (const watch of this.#watched.values()) watch.happening(from, 'started');
    }
    if (label === payLabel && key !== undefined && !this.#watched.has(key)) this.#begin(key, exchange);
    for (const watch of this.#watched.values()) watch.hear(exchange);
  }

  #begin(key: string, { id }: Exchange): void {
    this.#watched.set(key, new Watch(this.shop, key, id - 1));
    for (const [oldest, watch] of this.#watched) {
      if (this.#watched.size <= keptPurchases) break;
      watch.rest();
      this.#watched.delete(oldest);
    }
  }
}

/** One purchase. */
class Watch {
  readonly log: RunLog<RunEvent>;
  readonly #tell: Tell;
  readonly #messages: Promise<Messages>;
  /** Of all that crosses, what is not plainly of this purchase is listened to only while something happens to it. */
  #isAwake = true;
  #looking: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #facts: Facts | undefined;

  constructor(
    shop: ShopToWatch,
    private readonly key: string,
    after: number,
  ) {
    this.#restLater();
    this.log = new RunLog(key, 'purchase', 0);
    this.#tell = teller((event) => this.log.add(event));
    this.#tell({ type: 'actors', actors: [...actors] });
    this.#messages = Purchases.of(shop).then((purchases) => {
      purchases.learn(key);
      const messages = new Messages(shop, purchases, this.#tell, after, (exchange) => exchange.key === key);
      this.#facts = new Facts(shop, purchases, messages, this.#tell, () => 0);
      messages.subscribe(() => this.#look());
      return messages;
    });
  }

  hear(exchange: Exchange): void {
    if (!this.#isAwake && exchange.key !== this.key) return;
    void this.#messages.then((messages) => messages.hear(exchange));
  }

  /** Of a process that had to do with it. */
  happening(actor: string, what: 'killed' | 'started'): void {
    if (this.#looking) this.#tell({ type: 'happening', happening: { actor, what } });
  }

  /** Facts are looked up while messages come, and a little longer. */
  #look(): void {
    this.#isAwake = true;
    this.#restLater();
    if (this.#looking) return;
    this.#looking = new AbortController();
    void this.#facts?.watch(this.#looking.signal);
  }

  #restLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), restMs);
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#isAwake = false;
    this.#looking?.abort();
    this.#looking = undefined;
  }
}
