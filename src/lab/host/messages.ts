import { z } from 'zod';
import { poll } from '@/run/poll';
import { type Message, messageSchema } from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import type { Purchases, ShopToWatch } from './purchases';
import type { Tell } from './teller';

/** How long a message of the processor may take to be there whole, so that it can be seen what it is about. */
const bodyBoundMs = 1_000;

const webhook = z.object({ type: z.string() });

/** Whether it is told, and what it says has happened where that stands in it. */
type Verdict = false | { readonly about?: string };

/**
 * Tells the messages of one run: what its pages say, and what stores, worker, processor and database say about its purchases.
 * What pools, health checks and other people's work make of the wire is left out.
 */
export class Messages {
  /** By the wire's number; the ones that were told. */
  readonly told = new Map<number, Message>();
  readonly #verdicts = new Map<number, Promise<Verdict>>();
  readonly #listeners = new Set<() => void>();

  /**
   * @param after the last exchange before the run
   * @param isOfBrowser whether what a browser says belongs to the run
   */
  constructor(
    private readonly shop: ShopToWatch,
    private readonly purchases: Purchases,
    private readonly tell: Tell,
    private readonly after: number,
    private readonly isOfBrowser: (exchange: Exchange) => boolean = ({ from }) => isTab(from),
  ) {}

  /** Resolves when everything that has been seen so far has been told. */
  async idle(): Promise<void> {
    await Promise.all(this.#verdicts.values());
  }

  /** Calls back after each telling, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hear(exchange: Exchange): void {
    if (exchange.id <= this.after) return;
    const known = this.#verdicts.get(exchange.id);
    const verdict = known ?? this.#judge(exchange).catch(nothing);
    this.#verdicts.set(exchange.id, this.#tellIf(verdict, exchange));
  }

  /** After what was told of it before: the verdicts of an exchange stand in a line. */
  async #tellIf(verdict: Promise<Verdict>, exchange: Exchange): Promise<Verdict> {
    const judged = await verdict;
    if (judged) this.#tellMessage(exchange, judged);
    return judged;
  }

  #tellMessage(exchange: Exchange, { about }: Exclude<Verdict, false>): void {
    const message = messageSchema.parse({ ...exchange, about });
    this.told.set(message.id, message);
    this.tell({ type: 'message', message });
    for (const listener of this.#listeners) listener();
  }

  async #judge(exchange: Exchange): Promise<Verdict> {
    switch (exchange.link) {
      case 'browser-shop':
      case 'browser-processor':
        return this.isOfBrowser(exchange) && {};
      case 'shop-processor':
        return (await this.#isAtProcessor(exchange)) && {};
      case 'processor-shop':
        return this.#judgeWebhook(exchange);
      default:
        return this.#judgeStatement(exchange);
    }
  }

  async #isAtProcessor({ key, path = '' }: Exchange): Promise<boolean> {
    await this.purchases.areKnown();
    if (key !== undefined) return this.purchases.has(key);
    const [intent] = /pi_\w+/.exec(path) ?? [];
    return intent !== undefined && this.purchases.haveIntent(intent);
  }

  /** A message of the processor names the purchase in its metadata. */
  async #judgeWebhook({ id }: Exchange): Promise<Verdict> {
    const body = await poll(bodyBoundMs, async () => {
      const { request } = await this.shop.wire.contents(id);
      return isJson(request.body) ? request.body : undefined;
    });
    if (body === undefined || !this.purchases.areIn(body)) return false;
    return { about: webhook.parse(JSON.parse(body)).type };
  }

  /** The wire knows the transactions of a purchase by its key, from the first statement on that has it among its values. */
  #judgeStatement({ key }: Exchange): Verdict {
    return this.purchases.has(key) ? {} : false;
  }
}

/** The pages of the wrong shops, and a crowd, are others. */
function isTab(name: string): boolean {
  return /^tab-\d$/.test(name);
}

/** Of what cannot be found out nothing is told: the processor may be down at the moment. */
function nothing(error: unknown): false {
  console.error(error);
  return false;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
