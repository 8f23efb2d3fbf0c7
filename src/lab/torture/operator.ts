import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { Reason } from '@/platform/reasons';
import { errorData } from '@/trpc/client';
import type { AppRouter } from '@/trpc/router';
import { Browser } from '../browser';
import type { Draw } from './draw';
import { GaveUp, persist } from './patience';
import type { World } from './world';

/** What an operator may be told: the order is not, or no longer, as the operator thinks. */
const expected: readonly Reason[] = [
  'not_refundable',
  'refund_does_not_fit',
  'restock_refused',
  'refund_failed',
  'not_fulfillable',
  'version_conflict',
];

/** How long an attempt of the operator is waited for, in milliseconds. */
const timeoutMs = 8_000;

/** Gives money back and ships, while everything breaks. */
export class Operator {
  readonly #api: ReturnType<typeof openApi>;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly draw: Draw,
  ) {
    const browser = new Browser(() => draw.pick(world.storeUrls));
    this.#api = openApi(browser, world.operatorToken);
  }

  /** Works until the shop closes. */
  async work(): Promise<void> {
    while (!this.world.isClosing()) {
      await sleep(this.draw.between(500, 2_500));
      const orderId = this.#pickOrder();
      if (orderId === null) continue;
      try {
        await (this.draw.chance(0.45) ? this.#refund(orderId) : this.#fulfil(orderId));
      } catch (error) {
        this.#explain(orderId, error);
      }
    }
  }

  /** Some order that somebody was told of. */
  #pickOrder(): string | null {
    const orderIds = this.world.chronicle
      .toldOf('paid')
      .flatMap(({ told }) => told.flatMap((one) => (one.kind === 'paid' ? [one.orderId] : [])));
    return orderIds.length > 0 ? this.draw.pick(orderIds) : null;
  }

  async #refund(orderId: string): Promise<void> {
    const { draw } = this;
    const { refundable } = await this.#look(orderId);
    const isPartial = refundable.amount > 1 && draw.chance(0.5);
    const amount = isPartial ? draw.whole(1, refundable.amount) : refundable.amount;
    const input = {
      orderId,
      ...(isPartial ? { amount: { amount, currency: refundable.currency } } : {}),
      reason: 'requested_by_customer' as const,
      restock: !isPartial && draw.chance(0.5),
    };
    const key = randomUUID();
    let attempt = 0;
    const given = await persist(draw, `refund ${orderId}`, () => {
      attempt += 1;
      const context = {
        'Idempotency-Key': `"${key}"`,
        'X-Attempt': `${attempt}`,
        'X-Timeout-Ms': `${timeoutMs}`,
      };
      return this.#api.operator.refund.mutate(input, { context, signal: AbortSignal.timeout(timeoutMs) });
    });
    this.world.chronicle.refunds.push({ key, orderId, amount: given.amount.amount });
    this.#note(`is told that ${given.amount.amount} of the order ${orderId} went back (${key})`);
  }

  async #fulfil(orderId: string): Promise<void> {
    const { version } = await this.#look(orderId);
    const fulfilled = await persist(this.draw, `ship ${orderId}`, (options) =>
      this.#api.operator.fulfil.mutate({ orderId, version }, options),
    );
    this.#note(`ships the order ${orderId}: ${fulfilled.outcome}`);
  }

  #look(orderId: string) {
    return persist(this.draw, `see the order ${orderId}`, (options) =>
      this.#api.operator.order.query({ orderId }, options),
    );
  }

  #explain(orderId: string, error: unknown): void {
    const reason = errorData(error)?.reason;
    const isExpected = error instanceof GaveUp || (reason !== undefined && expected.includes(reason));
    if (isExpected) this.#note(`leaves the order ${orderId}: ${reason ?? error}`);
    else this.world.chronicle.contradict(this.name, `did not expect this of the order ${orderId}: ${error}`);
  }

  #note(what: string): void {
    this.world.chronicle.note(this.name, what);
  }
}

/** The API as operators call it: every call is a request of its own, which brings the token and what its context adds. */
function openApi(browser: Browser, token: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: '/api/trpc',
        headers: ({ op: { context } }) => ({ authorization: `Bearer ${token}`, ...context }),
        fetch: (url, init) => browser.send(String(url), { ...init, signal: init?.signal ?? null }),
      }),
    ],
  });
}
