import type { QueryClient } from '@tanstack/react-query';
import { v4 } from 'uuid';
import { type Client, trpc } from '@/trpc/client';
import { TooLate } from '../attempts';
import { PurchaseAttempts } from './purchase-attempts';
import { endOfFailure, orderOf } from './purchase-end';
import { assertOnline } from './purchase-gate';
import { askOutcome } from './purchase-outcome';
import { NotSent, type Prepare, somethingWrong } from './purchase-prepare';
import type { PurchaseState } from './purchase-state';
import { type GivenUp, PurchaseStorage, type StoredPurchase } from './purchase-storage';

/**
 * The tab's purchase from the press to its end, outside of React so that it outlives a page. A new key is made only after a
 * stored answer, or where nothing was sent.
 */
export class PurchaseRunner {
  readonly #listeners = new Set<() => void>();
  readonly #attempts: PurchaseAttempts;
  #state: PurchaseState = { phase: 'idle' };
  /** The purchase that holds the button: taken by the press itself, let go of only with its end. */
  #purchase: StoredPurchase | null = null;

  constructor(
    private readonly queryClient: QueryClient,
    private readonly client: Client = trpc,
    private readonly storage = new PurchaseStorage(),
    random: () => number = Math.random,
  ) {
    this.#attempts = new PurchaseAttempts(queryClient, client, storage, (state) => this.#show(state), random);
    // Whoever changes the cart meanwhile does not want the purchase any more as it was.
    queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'added' && mutation.options.mutationKey?.[0] === 'cart') this.giveUp();
    });
  }

  getState = (): PurchaseState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A press of Pay. Taken at once: whatever is pressed until its end belongs to the same purchase. */
  pay = (prepare: Prepare): void => {
    if (this.#purchase) return;
    const purchase: StoredPurchase = {
      key: v4(),
      startedAt: Date.now(),
      attempts: 0,
      input: null,
      givenUp: null,
    };
    this.#purchase = purchase;
    this.storage.save(purchase);
    this.#show({ phase: 'preparing' });
    void this.#prepareAndRun(purchase, prepare);
  };

  /**
   * Looks for a purchase of this tab: after a reload, or when the page is opened again. One that was sent goes on with the
   * same key and the same input until its deadline, and is closed after it; one that was never sent is forgotten.
   */
  resume = (): void => {
    this.arrive();
    if (this.#purchase) return;
    const purchase = this.storage.load();
    if (purchase === null) return;
    if (purchase.attempts === 0) {
      this.storage.clear();
      return;
    }
    this.#purchase = purchase;
    void this.#run(purchase, true);
  };

  /** The shopper has changed their mind: nothing more is sent, and the shop is asked what became of what was. */
  giveUp = (): void => {
    const purchase = this.#purchase;
    if (!purchase || purchase.givenUp) return;
    purchase.givenUp = 'changed_mind';
    this.storage.save(purchase);
    // What is on its way is not stopped by it, and is waited for.
    const { phase } = this.#state;
    if (phase === 'waiting' || phase === 'paused') void this.#close(purchase, purchase.givenUp, null);
  };

  /** Back to the form, after an end that allows another purchase. Does nothing while a purchase is under way. */
  reset = (): void => {
    if (this.#state.phase === 'refused' || this.#state.phase === 'not_sent') this.#release({ phase: 'idle' });
  };

  /** The order page is there: the purchase has been seen to its end. */
  arrive = (): void => {
    if (isOrdered(this.#state)) this.#release({ phase: 'idle' });
  };

  async #prepareAndRun(purchase: StoredPurchase, prepare: Prepare): Promise<void> {
    try {
      assertOnline();
      purchase.input = await prepare();
      assertOnline();
      if (purchase.givenUp)
        throw new NotSent('You have changed the cart. Press Pay again if it is right now.');
    } catch (error) {
      if (!(error instanceof NotSent)) console.error(error);
      const { message, fields } = error instanceof NotSent ? error : somethingWrong;
      this.#release({ phase: 'not_sent', message, fields });
      return;
    }
    purchase.startedAt = Date.now();
    this.storage.save(purchase);
    await this.#run(purchase, false);
  }

  async #run(purchase: StoredPurchase, isFound: boolean): Promise<void> {
    try {
      const { orderId, isReplayed } = await this.#attempts.run(purchase, isFound);
      this.#end({ phase: 'paid', paid: { orderId }, isReplayed });
    } catch (error) {
      const wasGivenUpMeanwhile = this.#purchase !== purchase || this.#state.phase === 'checking';
      if (wasGivenUpMeanwhile) return;
      const end = endOfFailure(error, purchase);
      if (end) this.#end(end);
      else await this.#close(purchase, error instanceof TooLate ? 'too_late' : 'unanswered', orderOf(error));
    }
  }

  /** Nothing more is sent. Only a stored answer lets the page say what became of the purchase, so the shop is asked for it. */
  async #close(purchase: StoredPurchase, why: GivenUp, orderId: string | null): Promise<void> {
    purchase.givenUp ??= why;
    this.storage.save(purchase);
    const { givenUp } = purchase;
    const end = await askOutcome(this.queryClient, this.client, purchase, orderId, (knownOrderId) =>
      this.#show({ phase: 'checking', why: givenUp, orderId: knownOrderId }),
    );
    this.#end(end);
  }

  /** One that is paid keeps the button, and its place in the tab, until its order has been seen. */
  #end(state: PurchaseState): void {
    if (isOrdered(state)) this.#show(state);
    else this.#release(state);
  }

  /** Another purchase may be made. */
  #release(state: PurchaseState): void {
    this.#purchase = null;
    this.storage.clear();
    this.#show(state);
  }

  #show(state: PurchaseState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isOrdered({ phase }: PurchaseState): boolean {
  return phase === 'paid' || phase === 'already_ordered';
}
