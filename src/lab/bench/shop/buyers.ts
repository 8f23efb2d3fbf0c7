import { randomUUID } from 'node:crypto';
import { sessionCookieHeader } from '@/platform/session';
import { shopEnvironment } from '@/run/testbed/log-files';
import { TestShopper } from '@/run/testbed/shopper';
import { fillCarts } from './carts';
import { keptConnections, post, reasonOf } from './http';
import type { MeasuredShop } from './open';

// The buyers' cookies are signed here, with the shop's secret.
const { SESSION_SECRET, DATABASE_URL } = shopEnvironment('postgresql://127.0.0.1/none', '');
Object.assign(process.env, { SESSION_SECRET, DATABASE_URL });

/** How one press of Pay ended. */
export interface Ending {
  /** Of the same clock as `performance.now()`. */
  readonly pressedAt: number;
  /** Of the whole answer, in milliseconds. */
  readonly tookMs: number;
  /** When it came, of the same clock as `performance.now()`. */
  readonly endedAt: number;
  /** `paid`, or the API's reason, or `lost` with what broke when there was no answer in time. */
  readonly what: string;
  /** A refusal that says when to come back. */
  readonly hasRetryAfter: boolean;
}

/** Somebody with a filled cart who has not paid yet. */
export interface Buyer {
  /** Their session, as a `Cookie` header takes it. */
  readonly cookie: string;
  /** What their page would send. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Where {
  /** The stores; presses go to one after the other. */
  readonly storeUrls: readonly string[];
  /** The procedure that Pay calls; the shop's own unless another is named. */
  readonly procedure?: string;
  /** What they buy, each one of it; any of the catalogue where nothing is said. */
  readonly productIds?: readonly string[];
}

/** People with filled carts. Whoever is refused comes to the line's end, and buys with another press. */
export class Buyers {
  readonly #agent = keptConnections();
  readonly #line: Buyer[] = [];
  readonly #urls: readonly URL[];
  #pressed = 0;

  private constructor(
    private readonly shop: MeasuredShop,
    { storeUrls, procedure = 'checkout.pay' }: Where,
    /** What a page of a shopper with one of that product would send, by product. */
    private readonly inputs: ReadonlyMap<string, Buyer['input']>,
  ) {
    this.#urls = storeUrls.map((url) => new URL(`/api/trpc/${procedure}`, url));
  }

  /** Puts so many into the shop's database. */
  static async invite(shop: MeasuredShop, count: number, where: Where): Promise<Buyers> {
    const productIds =
      where.productIds ??
      (await shop.sql<{ id: string }>('SELECT id::text FROM product')).map(({ id }) => id);
    await shop.sql(
      'UPDATE product SET stock = stock + 1, stock_received = stock_received + 1 WHERE id = ANY ($1::uuid[])',
      [productIds],
    );
    const inputs = new Map<string, Buyer['input']>();
    for (const id of productIds) {
      const { input } = await new TestShopper(shop.url).fillCart({ [id]: 1 });
      inputs.set(id, input);
    }
    const buyers = new Buyers(shop, where, inputs);
    await buyers.becomeAtLeast(count);
    return buyers;
  }

  /** Has more come, until so many stand in line, with new connections. Nobody may be pressing. */
  async becomeAtLeast(count: number): Promise<void> {
    const missing = count - this.#line.length;
    if (missing > 0) await this.#invite(missing);
    // A store closes what has been idle for five seconds, perhaps in the very moment in which the next press goes out over it.
    this.#agent.destroy();
  }

  async #invite(missing: number): Promise<void> {
    const carts = await fillCarts(this.shop, missing, [...this.inputs.keys()]);
    for (const { shopperId, cartId, productId } of carts) {
      const [cookie = ''] = (await sessionCookieHeader(shopperId, false)).split(';');
      this.#line.push({ cookie, input: { ...this.inputs.get(productId), cartId } });
    }
  }

  /** The next one leaves the line, for whoever presses Pay for them. Throws when everybody has bought. */
  next(): Buyer {
    const buyer = this.#line.shift();
    if (!buyer) throw new Error('everybody has bought');
    return buyer;
  }

  /** The next one presses Pay. Rejects only when everybody has bought. */
  async press(): Promise<Ending> {
    const buyer = this.next();
    const pressedAt = performance.now();
    const { what, hasRetryAfter } = await this.#pay(buyer).catch((error) => ({
      what: `lost (${error instanceof Error ? error.message : error})`,
      hasRetryAfter: false,
    }));
    if (what !== 'paid' && !what.startsWith('lost')) this.#line.push(buyer);
    const endedAt = performance.now();
    return { pressedAt, tookMs: endedAt - pressedAt, endedAt, what, hasRetryAfter };
  }

  leave(): void {
    this.#agent.destroy();
  }

  async #pay({ cookie, input }: Buyer): Promise<Pick<Ending, 'what' | 'hasRetryAfter'>> {
    const url = this.#urls[this.#pressed % this.#urls.length];
    if (!url) throw new Error('there is no store to buy at');
    this.#pressed += 1;
    const headers = { cookie, 'idempotency-key': `"${randomUUID()}"`, 'x-attempt': '1' };
    const answer = await post(this.#agent, url, headers, JSON.stringify(input));
    return {
      what: answer.status === 200 ? 'paid' : reasonOf(answer),
      hasRetryAfter: answer.headers['retry-after'] !== undefined,
    };
  }
}
