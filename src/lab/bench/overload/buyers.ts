import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { sessionCookieHeader } from '@/platform/session';
import { TestShopper } from '@/run/testbed/shopper';
import type { MeasuredShop } from './shop';

/** How one press of Pay ended. */
export interface Ending {
  /** Of the same clock as `performance.now()`. */
  readonly pressedAt: number;
  /** Of the whole answer, in milliseconds. */
  readonly tookMs: number;
  /** When it came, of the same clock as `performance.now()`. */
  readonly endedAt: number;
  /** `paid`, or the API's reason, or `lost` when there was no answer in time. */
  readonly what: string;
  /** A refusal that says when to come back. */
  readonly hasRetryAfter: boolean;
}

/** Somebody with a filled cart who has not paid yet. */
interface Buyer {
  readonly cookie: string;
  /** What their page would send. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** As long as the page waits for one attempt. */
const patienceMs = 8_000;

/** People with filled carts. Whoever is refused comes to the line's end, and buys with another press. */
export class Buyers {
  readonly #agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
  readonly #line: Buyer[];

  private constructor(
    buyers: readonly Buyer[],
    private readonly url: URL,
  ) {
    this.#line = [...buyers];
  }

  /**
   * Puts so many into the shop's database, each with one of its products: filling their carts over the API would take longer
   * than what is measured.
   */
  static async invite(shop: MeasuredShop, count: number): Promise<Buyers> {
    const products = await shop.sql<{ id: string }>(
      'UPDATE product SET stock = stock + $1, stock_received = stock_received + $1 RETURNING id',
      [count],
    );
    const inputs = await Promise.all(
      products.map(async ({ id }) => (await new TestShopper(shop.url).fillCart({ [id]: 1 })).input),
    );
    const people = Array.from({ length: count }, (_, index) => ({
      shopperId: randomUUID(),
      cartId: randomUUID(),
      productId: products[index % products.length]?.id,
      input: inputs[index % inputs.length],
    }));
    await shop.sql(
      `WITH people AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS p (shopper_id, cart_id, product_id)),
         shoppers AS (INSERT INTO shopper (id) SELECT shopper_id FROM people),
         carts AS (INSERT INTO cart (id, shopper_id) SELECT cart_id, shopper_id FROM people)
       INSERT INTO cart_line (cart_id, product_id, quantity) SELECT cart_id, product_id, 1 FROM people`,
      [
        people.map(({ shopperId }) => shopperId),
        people.map(({ cartId }) => cartId),
        people.map(({ productId }) => productId),
      ],
    );
    await shop.sql('ANALYZE');
    const buyers = await Promise.all(
      people.map(async ({ shopperId, cartId, input }) => {
        const [cookie = ''] = (await sessionCookieHeader(shopperId, false)).split(';');
        return { cookie, input: { ...input, cartId, cartVersion: 1 } };
      }),
    );
    return new Buyers(buyers, new URL('/api/trpc/checkout.pay', shop.url));
  }

  /** The next one presses Pay. Never rejects. */
  async press(): Promise<Ending> {
    const buyer = this.#line.shift();
    if (!buyer) throw new Error('everybody has bought');
    const pressedAt = performance.now();
    const { what, hasRetryAfter } = await this.#pay(buyer).catch(() => ({
      what: 'lost',
      hasRetryAfter: false,
    }));
    if (what !== 'paid' && what !== 'lost') this.#line.push(buyer);
    const endedAt = performance.now();
    return { pressedAt, tookMs: endedAt - pressedAt, endedAt, what, hasRetryAfter };
  }

  leave(): void {
    this.#agent.destroy();
  }

  async #pay({ cookie, input }: Buyer): Promise<Pick<Ending, 'what' | 'hasRetryAfter'>> {
    const body = JSON.stringify(input);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(this.url, {
        agent: this.#agent,
        method: 'POST',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          cookie,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': `"${randomUUID()}"`,
          'x-attempt': '1',
          'x-timeout-ms': String(patienceMs),
        },
      });
      sent.once('response', resolve).once('error', reject).end(body);
    });
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    if (answer.statusCode === 200) return { what: 'paid', hasRetryAfter: false };
    const { error }: { error?: { data?: { reason?: string } } } = text.startsWith('{')
      ? JSON.parse(text)
      : {};
    return {
      what: error?.data?.reason ?? `status ${answer.statusCode}`,
      hasRetryAfter: answer.headers['retry-after'] !== undefined,
    };
  }
}
