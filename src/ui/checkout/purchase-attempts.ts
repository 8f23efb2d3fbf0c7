import { MutationObserver, onlineManager, type QueryClient } from '@tanstack/react-query';
import type { PayInput } from '@/checkout/input';
import { forReactQuery, payButton, RetryBudget, read, retryLimits, systemClock } from '@/retry';
import { type Client, errorData, type KeyedCallContext } from '@/trpc/client';
import { elapsedSince, failureOfAttempt, timeLeftMs } from '../attempts';
import { assertMaySend } from './purchase-gate';
import type { PurchaseState } from './purchase-state';
import type { PurchaseStorage, StoredPurchase } from './purchase-storage';

/** What the shop has answered to an attempt that paid. */
export interface Paid {
  readonly orderId: string;
  readonly isReplayed: boolean;
}

/**
 * Sends a purchase, and again with the same key while the policy says so. React Query does the repeating; what it does of its
 * own accord is to hold a repeat back while the browser is offline or the tab is hidden.
 */
export class PurchaseAttempts {
  /** Of Pay alone, so that reads cannot use up what a payment needs. */
  readonly #budget = new RetryBudget(retryLimits, systemClock);
  readonly #policy = forReactQuery(payButton, {
    failureOf: (error) => (this.#purchase?.givenUp ? { kind: 'refused' } : failureOfAttempt(error)),
    random: () => this.random(),
    budget: this.#budget,
    elapsedMs: () => elapsedSince(this.#purchase?.startedAt ?? Date.now()),
  });
  readonly #mutation: MutationObserver<Paid, Error, StoredPurchase>;
  #purchase: StoredPurchase | null = null;
  /** The attempt that is waited for; null while one is on its way. */
  #next: number | null = null;
  /** Whether the shopper may have changed the cart since the last attempt: it was paused, or found. */
  #wasHeldBack = false;

  constructor(
    queryClient: QueryClient,
    private readonly client: Client,
    private readonly storage: PurchaseStorage,
    private readonly show: (state: PurchaseState) => void,
    private readonly random: () => number,
  ) {
    this.#mutation = new MutationObserver<Paid, Error, StoredPurchase>(queryClient, {
      mutationKey: ['pay'],
      // The first attempt goes out at once, repeats wait for the connection. "online" would hold the first one back as well, and
      // fire it whenever the network comes back.
      networkMode: 'offlineFirst',
      mutationFn: (purchase) => this.#send(purchase),
      retry: (failures, error) => this.#again(failures, error),
      retryDelay: this.#policy.retryDelay,
    });
    this.#mutation.subscribe(() => this.#showPause());
    onlineManager.subscribe(() => this.#showPause());
  }

  /**
   * Resolves once it is paid. Rejects with the last failure, or with `TooLate` when it may not be sent any more.
   *
   * @param isFound it was sent before, by a page that is gone
   */
  run(purchase: StoredPurchase, isFound: boolean): Promise<Paid> {
    this.#purchase = purchase;
    this.#next = null;
    this.#wasHeldBack = isFound;
    this.#budget.deposit();
    return this.#mutation.mutate(purchase);
  }

  async #send(purchase: StoredPurchase): Promise<Paid> {
    assertMaySend(purchase);
    this.#next = null;
    const attempt = this.#mutation.getCurrentResult().failureCount + 1;
    this.show({ phase: 'paying', attempt, maxAttempts: payButton.maxAttempts });
    if (this.#wasHeldBack) {
      if (await this.#hasChangedCart(purchase.input)) purchase.givenUp = 'changed_mind';
      assertMaySend(purchase);
      this.#wasHeldBack = false;
    }
    const timeoutMs = timeLeftMs(payButton, purchase.startedAt);
    purchase.attempts += 1;
    this.storage.save(purchase);
    const context: KeyedCallContext = { idempotencyKey: purchase.key, attempt: purchase.attempts, timeoutMs };
    const { orderId } = await this.client.checkout.pay.mutate(purchase.input, {
      context,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { orderId, isReplayed: context.isReplayed ?? false };
  }

  /** A cart that was ordered is another matter: asked again, the shop answers with that order. */
  async #hasChangedCart({ cartId, cartVersion }: PayInput): Promise<boolean> {
    const signal = AbortSignal.timeout(read.attemptTimeoutMs);
    const cart = await this.client.cart.get.query(undefined, { signal }).catch((cause) => {
      // A no to this question says nothing about the purchase.
      throw new Error('The cart could not be read.', { cause });
    });
    return cart.id === cartId && cart.version !== cartVersion;
  }

  /** React Query's question after a failure; the policy answers. */
  #again(failures: number, error: Error): boolean {
    if (!this.#policy.retry(failures, error)) return false;
    this.#next = failures + 2;
    this.show({
      phase: 'waiting',
      attempt: this.#next,
      maxAttempts: payButton.maxAttempts,
      nextAttemptAt: Date.now() + this.#policy.retryDelay(failures, error),
      isInDoubt: errorData(error)?.reason === 'payment_in_doubt',
    });
    return true;
  }

  #showPause(): void {
    if (this.#next === null || this.#purchase?.givenUp || !this.#mutation.getCurrentResult().isPaused) return;
    this.#wasHeldBack = true;
    const why = onlineManager.isOnline() ? 'hidden' : 'offline';
    this.show({ phase: 'paused', why, attempt: this.#next });
  }
}
