import { expect } from 'vitest';
import { openWiredShop, type WiredShop, type WiredShopRequest } from '@/lab/wired-shop';
import { type ApiAnswer, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import type { Exchange } from '@/wire/exchange';
import type { RuleInput } from '@/wire/rules';

/** Short times, so that a claim whose owner was killed is free again soon; long enough for a busy machine. */
const env = { LEASE_MS: '3500', PROCESSOR_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' };

/** Which exchanges of a purchase are counted. */
export type Match = (purchase: PayRequest) => NonNullable<RuleInput['match']>;

/** One side of one exchange of the recorded work: where something is ended. */
export interface CrashPoint {
  /** Counted from 1 among the exchanges that `match` is about. */
  readonly nth: number;
  readonly label: string;
  readonly at: 'request' | 'answer';
  readonly match: Match;
  /** For the name of a test. */
  readonly name: string;
}

export interface Pressed {
  readonly shopper: TestShopper;
  readonly purchase: PayRequest;
}

/** A shop with one store, in which one purchase after the other is hit at one point. */
export class CrashLane {
  private constructor(
    readonly shop: WiredShop,
    private readonly productId: string,
  ) {}

  static async open(request: Pick<WiredShopRequest, 'workers' | 'postgres'>): Promise<CrashLane> {
    const shop = await openWiredShop({ ...request, stores: 1, env });
    try {
      // The owner, the client and the worker must find the truth without being told.
      await shop.configureProcessor({ webhooks: { mode: 'never' } });
      const [productId = ''] = Object.values(await new TestShopper(storeUrl(shop)).products());
      return new CrashLane(shop, productId);
    } catch (error) {
      await shop.stop();
      throw error;
    }
  }

  /** A shopper with a full cart, about to press Pay. Whoever has just come back may need a moment first. */
  async press(): Promise<Pressed> {
    const shopper = new TestShopper(storeUrl(this.shop));
    let purchase: PayRequest | undefined;
    await until('a cart is full', async () => {
      purchase = await shopper.fillCart({ [this.productId]: 2 }).catch(() => undefined);
      return purchase !== undefined;
    });
    if (!purchase) throw new Error('until has seen a full cart');
    return { shopper, purchase };
  }

  /** A purchase that nothing happens to. Before each that is hit, so that every store knows what a process reads only once. */
  async buy(): Promise<void> {
    const pressed = await this.press();
    await this.retry(pressed);
    await this.#attemptsAreRecorded(pressed.purchase, 1);
  }

  /** What crosses the wire while `work` is done, up to the end of an exchange that `isLast`. */
  async record(work: () => Promise<unknown>, isLast: (exchange: Exchange) => boolean): Promise<Exchange[]> {
    const before = (await this.shop.wire.exchanges()).at(-1)?.id ?? 0;
    await work();
    let recorded: Exchange[] = [];
    await until('the last exchange has ended', async () => {
      recorded = await this.shop.wire.exchanges(before);
      return recorded.some((exchange) => exchange.endedAt !== undefined && isLast(exchange));
    });
    return recorded;
  }

  /** Arms the wire with the end of a process at that point of a purchase, and with what else is to happen. */
  arm(
    { match, nth, at }: CrashPoint,
    purchase: PayRequest,
    kill: { readonly process: string; readonly signal?: 'SIGKILL' | 'SIGQUIT' },
    others: readonly RuleInput[] = [],
  ): Promise<void> {
    const effect = { kind: 'kill', at, ...kill } as const;
    return this.shop.wire.setRules([{ id: 'crash', match: match(purchase), nth, effect }, ...others]);
  }

  /** Proves that the point was reached, and that it was the one that was recorded. Disarms the wire. */
  async expectReached(point: CrashPoint): Promise<void> {
    const hit = async (): Promise<Exchange | undefined> =>
      (await this.shop.wire.exchanges()).findLast(({ faults }) =>
        faults.some(({ rule }) => rule === 'crash'),
      );
    expect(await hit()).toMatchObject({ label: point.label, faults: [{ kind: 'kill', at: point.at }] });
    const [count] = await this.shop.wire.ruleCounts();
    expect(count).toMatchObject({ id: 'crash', acted: 1 });
    await this.shop.wire.clearRules();
  }

  /** The client's retries, with the same key and input, until it is given an answer that is final. */
  async retry({ shopper, purchase }: Pressed): Promise<ApiAnswer> {
    let last: ApiAnswer | undefined;
    await until(
      'the client is given a stored answer',
      async () => {
        last = await shopper.pay(purchase).catch(() => undefined);
        return last?.status === 200;
      },
      30_000,
    );
    if (!last) throw new Error('until has seen an answer');
    return last;
  }

  /** One order, one charge, a balanced ledger, the stock, and the same bytes for everybody who asks again. */
  async expectOnce(pressed: Pressed): Promise<void> {
    const { shopper, purchase } = pressed;
    const stored = await this.retry(pressed);
    for (const _ of [1, 2]) {
      const again = await shopper.pay(purchase);
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([stored.text, 'true']);
    }
    const { charges } = await this.shop.books();
    const own = charges.filter(({ metadata }) => metadata.key === purchase.key);
    expect(own.map(({ status, amountRefunded }) => ({ status, amountRefunded }))).toEqual([
      { status: 'captured', amountRefunded: 0 },
    ]);
    expect(await this.#books(purchase)).toEqual([
      {
        ...{ order: 'paid', payment: 'captured', key: 'completed' },
        ...{ charged: own[0]?.amountCaptured, posted: 1, balance: 0 },
      },
    ]);
    expect(await this.#stock()).toEqual({ stock: true });
    await this.#attemptsAreRecorded(purchase, 3);
  }

  /** What is written after the answer must not fall among the next purchase's exchanges. */
  #attemptsAreRecorded({ key }: PayRequest, least: number): Promise<void> {
    return until('the attempts are recorded', async () => {
      const counted = 'SELECT count(*)::int FROM attempt WHERE key = $1';
      const [row] = await this.shop.sql<{ count: number }>(counted, [key]);
      return (row?.count ?? 0) >= least;
    });
  }

  #books({ key }: PayRequest): Promise<Record<string, unknown>[]> {
    return this.shop.sql(
      `SELECT "order".status AS order, payment.status AS payment, idempotency_key.state AS key, payment.amount AS charged,
         (SELECT count(*)::int FROM ledger_transaction WHERE order_id = "order".id AND event_kind = 'capture') AS posted,
         (SELECT sum(entry.amount)::int FROM ledger_entry entry JOIN ledger_transaction ON id = transaction_id
          WHERE order_id = "order".id) AS balance
       FROM "order" JOIN payment ON payment.order_id = "order".id
       JOIN idempotency_key ON idempotency_key.scope = payment.scope AND idempotency_key.key = payment.key
       WHERE "order".cart_id = (SELECT cart_id FROM "order" JOIN payment ON payment.order_id = "order".id WHERE payment.key = $1)`,
      [key],
    );
  }

  async #stock(): Promise<Record<string, unknown> | undefined> {
    const [row] = await this.shop.sql(
      `SELECT product.stock = product.stock_received - (
         SELECT sum(quantity) FROM order_line JOIN "order" ON "order".id = order_line.order_id
         WHERE product_id = product.id AND "order".status <> 'cancelled') AS stock
       FROM product WHERE id = $1`,
      [this.productId],
    );
    return row;
  }

  /** Checks every invariant over all purchases of the lane, and ends it. */
  async close(): Promise<void> {
    try {
      const { code, lines } = await this.shop.audit();
      expect(lines).not.toContain('BROKEN');
      expect(code).toBe(0);
    } finally {
      await this.shop.stop();
    }
  }
}

/** Both sides of each of these exchanges, which are the ones that `match` counts. */
export function crashPoints(exchanges: readonly Exchange[], match: Match): CrashPoint[] {
  return exchanges.flatMap(({ label }, index) =>
    (['request', 'answer'] as const).map((at) => {
      const nth = index + 1;
      const side =
        at === 'request' ? 'before it is delivered' : 'after it is delivered and before its answer';
      return { nth, label, at, match, name: `${nth} of ${exchanges.length} (${label}, ${side})` };
    }),
  );
}

/** As a table of tests: the name is what `%s` stands for. */
export function named(points: readonly CrashPoint[]): [name: string, point: CrashPoint][] {
  return points.map((point) => [point.name, point]);
}

/** The crash points of a purchase that a store works on. */
export async function pointsOfStore(lane: CrashLane): Promise<CrashPoint[]> {
  await lane.buy();
  const recorded = await lane.record(
    async () => {
      const { shopper, purchase } = await lane.press();
      expect((await shopper.pay(purchase)).status).toBe(200);
    },
    ({ label }) => label === 'INSERT attempt', // what a store writes last of a purchase
  );
  const own = recorded.slice(recorded.findIndex(({ path }) => path === '/api/trpc/checkout.pay'));
  const match = { from: 'store-1' };
  return crashPoints(
    own.filter(({ from }) => from === match.from),
    () => match,
  );
}

function storeUrl(shop: WiredShop): string {
  return shop.storeUrls[0] ?? '';
}
