import { expect } from 'vitest';
import { openWiredShop, type WiredShop, type WiredShopRequest } from '@/lab/wired-shop';
import type { Exit } from '@/run/child';
import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import type { Exchange } from '@/wire/exchange';
import type { RuleInput } from '@/wire/rules';
import { askUntil } from './asking';
import { type CrashPoint, labelOf } from './crash-point';
import { attemptsAreRecorded } from './what-is-true';

/** Short times, so that a claim whose owner was killed is free again soon; long enough for a busy machine. */
export const leaseMs = 3_500;
const times = { LEASE_MS: String(leaseMs), PROCESSOR_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' };

/** Long times, for processes that end by themselves: nobody waits for a lease to run out, however busy the machine. */
export const patientTimes = { LEASE_MS: '20000', PROCESSOR_TIMEOUT_MS: '4000' };

/** What a shopper puts on a purchase, where it is not the usual. */
export interface Wish {
  readonly paymentMethodId?: string;
  readonly promoCode?: string;
}

export interface Pressed {
  readonly shopper: TestShopper;
  readonly purchase: PayRequest;
}

/** A shop with one store, in which one purchase after the other is hit at one point. */
export class CrashLane {
  private constructor(
    readonly shop: WiredShop,
    readonly productId: string,
  ) {}

  static async open({
    env,
    ...request
  }: Pick<WiredShopRequest, 'workers' | 'postgres' | 'env'>): Promise<CrashLane> {
    const shop = await openWiredShop({ ...request, stores: 1, env: { ...times, ...env } });
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

  /** Somebody with a session of their own, at the store. */
  newShopper(): TestShopper {
    return new TestShopper(storeUrl(this.shop));
  }

  /** A shopper with a full cart, about to press Pay. Whoever has just come back may need a moment first. */
  async press(wish: Wish = {}): Promise<Pressed> {
    const shopper = this.newShopper();
    let purchase: PayRequest | undefined;
    await until('a cart is full', async () => {
      purchase = await this.#fillCart(shopper, wish).catch(() => undefined);
      return purchase !== undefined;
    });
    if (!purchase) throw new Error('until has seen a full cart');
    return { shopper, purchase };
  }

  async #fillCart(shopper: TestShopper, { paymentMethodId, promoCode }: Wish): Promise<PayRequest> {
    const purchase = await shopper.fillCart({ [this.productId]: 2 }, paymentMethodId);
    if (promoCode === undefined) return purchase;
    expectOk(await shopper.mutate('cart.applyPromo', { code: promoCode }));
    return shopper.purchase(paymentMethodId);
  }

  /**
   * A purchase that nothing happens to; returns its answer. Before each that is hit, so that every store knows what a process
   * reads only once.
   */
  async buy(): Promise<ApiAnswer> {
    const pressed = await this.press();
    const answer = await this.retry(pressed);
    await attemptsAreRecorded(this.shop, pressed.purchase.key, 1);
    return answer;
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

  /** Arms the wire with a signal to a process at that point of the work under a key, and with what else is to happen. */
  arm(
    { match, nth, at }: CrashPoint,
    key: string,
    kill: { readonly process: string; readonly signal?: 'SIGKILL' | 'SIGQUIT' | 'SIGTERM' },
    others: readonly RuleInput[] = [],
  ): Promise<void> {
    const effect = { kind: 'kill', at, ...kill } as const;
    return this.shop.wire.setRules([{ id: 'crash', match: match(key), nth, effect }, ...others]);
  }

  /** Proves that the point was reached, and that it was the one that was recorded. Disarms the wire. */
  async expectReached(point: CrashPoint): Promise<void> {
    const hit = (await this.shop.wire.exchanges()).findLast(({ faults }) =>
      faults.some(({ rule }) => rule === 'crash'),
    );
    expect(hit?.faults).toMatchObject([{ kind: 'kill', at: point.at }]);
    expect(hit && labelOf(hit)).toBe(point.label);
    const [count] = await this.shop.wire.ruleCounts();
    expect(count).toMatchObject({ id: 'crash', acted: 1 });
    await this.shop.wire.clearRules();
  }

  /** Has a process killed at that point of what follows when somebody asks. Returns what was answered before its end. */
  async kill<T>(
    process: 'store-1' | 'worker-1',
    point: CrashPoint,
    key: string,
    ask: () => Promise<T>,
    others: readonly RuleInput[] = [],
  ): Promise<T | undefined> {
    await this.arm(point, key, { process }, others);
    const answer = await ask().catch(() => undefined);
    await this.#ended(process, point);
    return answer;
  }

  /** Waits for the end of a process, and proves that it came at that point. After one that did not, the next test finds it up. */
  async #ended(process: string, point: CrashPoint): Promise<Exit> {
    const member = this.shop.member(process);
    const exit = await member.exited;
    try {
      await this.expectReached(point);
    } catch (error) {
      await member.start();
      throw error;
    }
    return exit;
  }

  /**
   * Has a process told to end at that point of what follows when somebody asks. Returns what was answered, and how the process
   * ended; rejects when whoever asked was cut off.
   */
  async tellToEnd<T>(
    process: 'store-1' | 'worker-1',
    point: CrashPoint,
    key: string,
    ask: () => Promise<T>,
    others: readonly RuleInput[] = [],
  ): Promise<{ readonly answer: T; readonly exit: Exit }> {
    await this.arm(point, key, { process, signal: 'SIGTERM' }, others);
    const answer = await ask();
    return { answer, exit: await this.#ended(process, point) };
  }

  /** The client's retries, with the same key and input, until it is given an answer that is final. */
  retry({ shopper, purchase }: Pressed, status = 200): Promise<ApiAnswer> {
    return askUntil(status, () => shopper.pay(purchase));
  }

  /** Checks every invariant over all purchases of the lane, and ends it. */
  async close(): Promise<void> {
    try {
      // Nothing came by the clock that could have been counted.
      expect(await this.shop.sql('SELECT name FROM pgboss.schedule')).toEqual([]);
      const { code, lines } = await this.shop.audit();
      expect(lines).not.toContain('BROKEN');
      expect(code).toBe(0);
    } finally {
      await this.shop.stop();
    }
  }
}

function storeUrl(shop: WiredShop): string {
  return shop.storeUrls[0] ?? '';
}
