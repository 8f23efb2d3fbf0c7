import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { v4 } from 'uuid';
import type { Closed } from '@/checkout/close';
import { attemptTimeoutMs, type Decision, decide, payButton } from '@/retry';
import { type Client, errorData, failureOf, type KeyedCallContext, trpc } from '@/trpc/client';
import { NotSent, type Prepare } from './purchase-prepare';
import type { PurchaseState } from './purchase-state';
import { PurchaseStorage, type StoredPurchase } from './purchase-storage';

/**
 * Younger than this, a purchase that is found again is sent again with its key; older, it is closed. The shop completes
 * abandoned purchases for as long, and then gives them up.
 */
const resumableForMs = 10 * 60_000;

/** How often the shop is asked about a purchase that it does not know the end of. */
const checkEveryMs = 3_000;

/** Thrown instead of a send that would come too late: after a pause React Query runs the mutation without asking. */
class TooLate extends Error {}

interface Paid {
  readonly orderId: string;
  readonly isReplayed: boolean;
}

/**
 * The tab's purchase, outside of React so that it outlives a page. React Query does the retrying, fed by the policy; a
 * new key is made only after a stored answer.
 */
export class PurchaseRunner {
  readonly #listeners = new Set<() => void>();
  readonly #mutation: MutationObserver<Paid, Error, StoredPurchase>;
  #state: PurchaseState = { phase: 'idle' };
  /** The purchase that holds the button: taken by the press itself, let go of only with its end. */
  #purchase: StoredPurchase | null = null;
  #runStartedAt = 0;
  #decided: { readonly about: Error; readonly decision: Decision } | undefined;

  constructor(
    queryClient: QueryClient,
    private readonly client: Client = trpc,
    private readonly storage = new PurchaseStorage(),
  ) {
    this.#mutation = new MutationObserver<Paid, Error, StoredPurchase>(queryClient, {
      mutationKey: ['pay'],
      // "online" would queue an offline press and fire it whenever the network comes back.
      networkMode: 'always',
      mutationFn: (purchase) => this.#send(purchase),
      retry: (failures, error) => this.#again(failures + 1, error),
      retryDelay: (failures, error) => {
        const decision = this.#decide(failures + 1, error);
        return decision.kind === 'again' ? decision.delayMs : 0;
      },
    });
    this.#mutation.subscribe((result) => {
      if (result.isPaused && this.#state.phase === 'waiting') {
        this.#show({
          phase: 'paused',
          why: navigator.onLine ? 'hidden' : 'offline',
          attempt: this.#state.attempt,
        });
      }
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
    const purchase: StoredPurchase = { key: v4(), startedAt: Date.now(), attempts: 0, input: null };
    this.#purchase = purchase;
    this.storage.save(purchase);
    this.#show({ phase: 'preparing' });
    void this.#prepareAndRun(purchase, prepare);
  };

  /**
   * Looks for a purchase of this tab: after a reload, or when the page is opened again. One that was sent goes on with the
   * same key and the same input; one that is old is closed; one that was never sent is forgotten.
   */
  resume = (): void => {
    this.arrive();
    if (this.#purchase) return;
    const purchase = this.storage.load();
    if (purchase === null) return;
    if (purchase.input === null) {
      this.storage.clear();
      return;
    }
    this.#purchase = purchase;
    if (Date.now() - purchase.startedAt < resumableForMs) void this.#run(purchase);
    else void this.#close(purchase);
  };

  /** Back to the form, after an end that allows another purchase. Does nothing while a purchase is under way. */
  reset = (): void => {
    if (this.#state.phase === 'refused' || this.#state.phase === 'not_sent') this.#end({ phase: 'idle' });
  };

  async #prepareAndRun(purchase: StoredPurchase, prepare: Prepare): Promise<void> {
    try {
      purchase.input = await prepare();
    } catch (error) {
      if (!(error instanceof NotSent)) console.error(error);
      const { message, fields } =
        error instanceof NotSent
          ? error
          : new NotSent('Something went wrong on this page. Nothing was sent.');
      this.#end({ phase: 'not_sent', message, fields });
      return;
    }
    this.storage.save(purchase);
    await this.#run(purchase);
  }

  async #run(purchase: StoredPurchase): Promise<void> {
    this.#runStartedAt = Date.now();
    try {
      const { orderId, isReplayed } = await this.#mutation.mutate(purchase);
      this.#show({ phase: 'paid', paid: { orderId }, isReplayed });
    } catch (error) {
      const data = errorData(error);
      const message = error instanceof Error ? error.message : String(error);
      if (data?.reason === 'cart_already_ordered' && typeof data.orderId === 'string') {
        this.#show({ phase: 'already_ordered', orderId: data.orderId });
      } else if (data?.retry === 'new_key') {
        this.#end({ phase: 'refused', message, data });
      } else if (data?.retry === 'never' && purchase.attempts === 1) {
        // Of a later attempt it says nothing about the first: another session or another release may be answering.
        this.#end({ phase: 'not_sent', message, fields: readFields(data.fields) });
      } else {
        await this.#close(purchase, typeof data?.orderId === 'string' ? data.orderId : null);
      }
    }
  }

  async #send(purchase: StoredPurchase): Promise<Paid> {
    const elapsedMs = Date.now() - this.#runStartedAt;
    const timeoutMs = attemptTimeoutMs(payButton, elapsedMs);
    const isOld = Date.now() - purchase.startedAt >= resumableForMs;
    if (purchase.input === null || isOld || timeoutMs === 0) throw new TooLate();
    purchase.attempts += 1;
    this.storage.save(purchase);
    this.#show({ phase: 'paying', attempt: this.#attemptOfRun(), maxAttempts: payButton.maxAttempts });
    const context: KeyedCallContext = { idempotencyKey: purchase.key, attempt: purchase.attempts, timeoutMs };
    const paid = await this.client.checkout.pay.mutate(purchase.input, {
      context,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { orderId: paid.orderId, isReplayed: context.isReplayed ?? false };
  }

  #attemptOfRun(): number {
    return this.#mutation.getCurrentResult().failureCount + 1;
  }

  /** React Query's question after a failure; the policy answers. */
  #again(attempt: number, error: Error): boolean {
    const decision = this.#decide(attempt, error);
    if (decision.kind === 'stop') return false;
    this.#show({
      phase: 'waiting',
      attempt: attempt + 1,
      maxAttempts: payButton.maxAttempts,
      nextAttemptAt: Date.now() + decision.delayMs,
      isInDoubt: errorData(error)?.reason === 'payment_in_doubt',
    });
    return true;
  }

  /** One decision a failure: React Query asks for the wait first, and only then whether to try again. */
  #decide(attempt: number, error: Error): Decision {
    if (error instanceof TooLate) return { kind: 'stop', why: 'deadline' };
    if (this.#decided?.about !== error) {
      const decision = decide(payButton, {
        attempt,
        failure: failureOf(error),
        elapsedMs: Date.now() - this.#runStartedAt,
        random: Math.random(),
      });
      this.#decided = { about: error, decision };
    }
    return this.#decided.decision;
  }

  /** Attempts ran out. Only a stored answer lets the page say what became of the purchase, so the shop is asked for it. */
  async #close({ key, input }: StoredPurchase, knownOrderId: string | null = null): Promise<void> {
    let orderId = knownOrderId;
    for (;;) {
      this.#show({ phase: 'checking', orderId });
      const closed = await this.client.checkout.close
        .mutate({ key, cartId: input?.cartId }, { signal: AbortSignal.timeout(payButton.attemptTimeoutMs) })
        .catch(() => null);
      orderId = closed?.orderId ?? orderId;
      if (closed && closed.outcome !== 'unresolved') {
        this.#tell(closed);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
  }

  #tell({ outcome, orderId }: Closed): void {
    if (outcome === 'paid' && orderId) {
      this.#show({ phase: 'paid', paid: { orderId }, isReplayed: true });
    } else if (outcome === 'refused' && orderId) {
      this.#show({ phase: 'already_ordered', orderId });
    } else {
      this.#endUncharged(outcome === 'declined');
    }
  }

  #endUncharged(isDeclined: boolean): void {
    const message = isDeclined ? 'Your card was declined.' : 'The payment was not made.';
    const reason = isDeclined ? 'card_declined' : 'payment_not_made';
    this.#end({
      phase: 'refused',
      message: `${message} You were not charged.`,
      data: { reason, retry: 'new_key' },
    });
  }

  /** The order page is there: the purchase has been seen to its end. */
  arrive = (): void => {
    if (this.#state.phase === 'paid' || this.#state.phase === 'already_ordered') this.#end({ phase: 'idle' });
  };

  /** The purchase is over and another may be made. One that is paid keeps the button and its place in the tab until it is seen. */
  #end(state: PurchaseState): void {
    this.#purchase = null;
    this.storage.clear();
    this.#show(state);
  }

  #show(state: PurchaseState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function readFields(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]));
}
