import { v4 } from 'uuid';
import type { PayInput } from '@/checkout/input';
import { read, retrying, systemClock } from '@/retry';
import { type Client, failureOf } from '@/trpc/client';
import { createPaymentMethod } from '@/ui/checkout/payment-method';
import type { PurchaseState } from '@/ui/checkout/purchase-state';
import type { Shown } from '@/ui/lab/protocol';
import { randomStream } from '@/wire/rules';
import { Browser, Tab } from '../browser';
import type { LabShop } from './lab-shop';

const email = 'ada@example.com';
const shippingAddress = {
  ...{ name: 'Ada Lovelace', line1: '1 Bell Street', line2: undefined },
  ...{ city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' },
};
const shippingOptionId = 'standard' as const;
const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123' };

/** What the page has of the cart when Pay is pressed. */
type Seen = Pick<PayInput, 'cartId' | 'cartVersion' | 'expectedTotal'>;

export interface Checkout {
  readonly client: Client;
  readonly input: PayInput;
}

/** A tab of somebody who shops in the laboratory: the shop's own code for the browser runs in it. */
export class Visitor {
  readonly tab: Tab;
  readonly #browser: Browser;
  #seen: Seen | undefined;
  #input: PayInput | undefined;

  /** @param beside another tab of the same browser */
  constructor(
    readonly name: string,
    private readonly lab: LabShop,
    seed: number,
    private readonly show: (shown: Shown) => void,
    beside?: Visitor,
  ) {
    const route = () => lab.storeUrl(name);
    const random = randomStream(`${seed} ${name}`);
    this.#browser = beside ? beside.#browser.over(route, random) : new Browser(route, random);
    this.tab = new Tab(this.#browser, (key, state) => this.show(shownOf(name, key, state)));
  }

  /** The key of the purchase that the tab is about, or was last. */
  get key(): string | undefined {
    return this.tab.page.key;
  }

  get phase(): string {
    return this.tab.page.state.phase;
  }

  async putIntoCart(productId: string, quantity: number): Promise<void> {
    const { client } = this.tab.page;
    await this.#patiently((signal) => client.cart.setItem.mutate({ productId, quantity }, { signal }));
  }

  /** Opens the checkout: the cart and its total as they are now. */
  async look(): Promise<Seen> {
    const { client } = this.tab.page;
    this.#seen = await this.#patiently(async (signal) => {
      const { id: cartId } = await client.cart.get.query(undefined, { signal });
      const quote = await client.checkout.quote.query({ cartId, shippingOptionId }, { signal });
      return { cartId, cartVersion: quote.cartVersion, expectedTotal: quote.total };
    });
    return this.#seen;
  }

  /** Everything that a purchase of the cart needs, for whoever sends it by other means. */
  async checkOut(paymentMethodId: string): Promise<Checkout> {
    const seen = await this.look();
    const input = { ...seen, email, shippingAddress, shippingOptionId, paymentMethodId };
    return { client: this.tab.page.client, input };
  }

  /** Buys what is in the cart, as nobody watches it. */
  async buy(): Promise<void> {
    const { client, input } = await this.checkOut('pm_card_visa');
    const idempotencyKey = v4();
    await this.#patiently(async (signal) => {
      const context = { idempotencyKey, attempt: 1, timeoutMs: read.attemptTimeoutMs };
      await client.checkout.pay.mutate(input, { context, signal });
    });
  }

  /** The cart that the page has seen. */
  get cartId(): string | undefined {
    return this.#seen?.cartId;
  }

  /**
   * Taps Pay, so often in one go.
   *
   * @param beforeSending told the key once the first tap has made it; nothing has been sent by then
   */
  press(taps: number, beforeSending: (key: string) => Promise<void>): void {
    const prepare = async (): Promise<PayInput> => {
      if (this.key === undefined) throw new Error('a press makes a key at once');
      await beforeSending(this.key);
      const apiBase = this.lab.shop.linksOf(this.name).processorUrl;
      const processor = { apiBase, publishableKey: 'pk_test_demo' };
      const paymentMethodId = await createPaymentMethod(processor, card, email, shippingAddress);
      const seen = this.#seen ?? (await this.look());
      this.#input = { ...seen, email, shippingAddress, shippingOptionId, paymentMethodId };
      return this.#input;
    };
    for (let tap = 0; tap < taps; tap += 1) this.tab.page.runner.pay(prepare);
  }

  /** Sends the purchase once more, past the page, at a total of so much more. Returns the HTTP status. */
  async sendAgain(attempt: number, amountMore: number): Promise<number> {
    const { key } = this;
    const input = this.#input;
    if (key === undefined || !input)
      throw new Error(`${this.name} has sent nothing that could be sent again`);
    const { amount, currency } = input.expectedTotal;
    const response = await this.#browser.send('/api/trpc/checkout.pay', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': JSON.stringify(key),
        'x-attempt': String(attempt),
      },
      body: JSON.stringify({ ...input, expectedTotal: { amount: amount + amountMore, currency } }),
    });
    return response.status;
  }

  close(): void {
    this.tab.close();
  }

  /** What goes before a scenario is none of it: whoever has just come back may need a moment. */
  #patiently<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const policy = { ...read, maxAttempts: 20, overallTimeoutMs: 30_000 };
    return retrying(policy, ({ signal }) => call(signal), {
      // Not from the seed, which is the run's.
      ...{ clock: systemClock, random: Math.random, failureOf },
    });
  }
}

function shownOf(actor: string, key: string, state: PurchaseState): Shown {
  return {
    ...{ actor, key, phase: state.phase },
    ...('attempt' in state ? { attempt: state.attempt } : {}),
    ...('nextAttemptAt' in state ? { nextAttemptAt: state.nextAttemptAt } : {}),
    ...('isReplayed' in state ? { isReplayed: state.isReplayed } : {}),
    ...(state.phase === 'refused' ? { reason: state.data.reason } : {}),
  };
}
