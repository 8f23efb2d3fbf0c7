import { newId } from './identifiers';
import type {
  BalanceTransaction,
  BookEvent,
  Charge,
  Delivery,
  JournalRecord,
  Origin,
  PaymentIntent,
  PaymentMethod,
  Put,
  Refund,
  WebhookEndpoint,
} from './records';

/** Objects by id, as one account or one request in progress sees them. */
export interface Ledger {
  paymentMethod(id: string): PaymentMethod | undefined;
  paymentIntent(id: string): PaymentIntent | undefined;
  charge(id: string): Charge | undefined;
  refund(id: string): Refund | undefined;
  balanceTransaction(id: string): BalanceTransaction | undefined;
}

/** Everything one account ever did. Each map keeps the order in which its objects were made. */
export class AccountBooks implements Ledger {
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly balanceTransactions = new Map<string, BalanceTransaction>();
  readonly events = new Map<string, BookEvent>();
  readonly webhookEndpoints = new Map<string, WebhookEndpoint>();
  readonly deliveries = new Map<string, Delivery>();
  private readonly deliveriesByEvent = new Map<string, string[]>();

  /** The deliveries an event was recorded with, oldest first. */
  deliveriesOf(eventId: string): readonly Delivery[] {
    return (this.deliveriesByEvent.get(eventId) ?? []).flatMap((id) => this.deliveries.get(id) ?? []);
  }

  paymentMethod(id: string) {
    return this.paymentMethods.get(id);
  }

  paymentIntent(id: string) {
    return this.paymentIntents.get(id);
  }

  charge(id: string) {
    return this.charges.get(id);
  }

  refund(id: string) {
    return this.refunds.get(id);
  }

  balanceTransaction(id: string) {
    return this.balanceTransactions.get(id);
  }

  put(entry: Put): void {
    switch (entry.kind) {
      case 'paymentMethod':
        this.paymentMethods.set(entry.value.id, entry.value);
        break;
      case 'paymentIntent':
        this.paymentIntents.set(entry.value.id, entry.value);
        break;
      case 'charge':
        this.charges.set(entry.value.id, entry.value);
        break;
      case 'refund':
        this.refunds.set(entry.value.id, entry.value);
        break;
      case 'balanceTransaction':
        this.balanceTransactions.set(entry.value.id, entry.value);
        break;
      case 'event':
        this.events.set(entry.value.id, entry.value);
        break;
      case 'webhookEndpoint':
        this.webhookEndpoints.set(entry.value.id, entry.value);
        break;
      case 'delivery':
        this.putDelivery(entry.value);
        break;
    }
  }

  private putDelivery(delivery: Delivery): void {
    if (!this.deliveries.has(delivery.id)) {
      const earlier = this.deliveriesByEvent.get(delivery.event) ?? [];
      this.deliveriesByEvent.set(delivery.event, [...earlier, delivery.id]);
    }
    this.deliveries.set(delivery.id, delivery);
  }
}

/** The account that holds the endpoint which hears of every account. No API key has a star in its name. */
export const EVERY_ACCOUNT = '*';

/** The books of all accounts. They change only by `apply`, from a new record and from a replayed one alike. */
export class Books {
  readonly accounts = new Map<string, AccountBooks>();

  of(account: string): AccountBooks {
    const known = this.accounts.get(account);
    if (known !== undefined) return known;
    const fresh = new AccountBooks();
    this.accounts.set(account, fresh);
    return fresh;
  }

  /** The endpoint of a delivery, wherever it is registered; undefined once it was deleted. */
  webhookEndpoint(account: string, id: string): WebhookEndpoint | undefined {
    const found =
      this.of(account).webhookEndpoints.get(id) ?? this.of(EVERY_ACCOUNT).webhookEndpoints.get(id);
    return found?.isDeleted === true ? undefined : found;
  }

  apply(record: JournalRecord): void {
    if (record.puts.length === 0) return;
    const books = this.of(record.account);
    for (const entry of record.puts) books.put(entry);
  }
}

/** What a request in progress has changed so far, seen on top of the books. Thrown away when the request fails. */
export class Draft implements Ledger {
  private readonly changed = new Map<string, Put>();

  constructor(
    private readonly books: AccountBooks,
    private readonly origin: Origin | null,
    private readonly nowSeconds: number,
  ) {}

  /** The changes, each object once, in the order in which they were first touched. */
  get puts(): Put[] {
    return [...this.changed.values()];
  }

  put(entry: Put): void {
    this.changed.set(entry.value.id, entry);
  }

  /** Records that something happened, with the object as it is now in Stripe's shape. */
  addEvent(
    type: string,
    object: Record<string, unknown>,
    previous: Record<string, unknown> | null = null,
  ): void {
    const { origin, nowSeconds: created } = this;
    const value = { id: newId('evt'), created, type, object, previous, origin };
    this.put({ kind: 'event', value });
  }

  paymentMethod(id: string) {
    const entry = this.changed.get(id);
    return entry?.kind === 'paymentMethod' ? entry.value : this.books.paymentMethod(id);
  }

  paymentIntent(id: string) {
    const entry = this.changed.get(id);
    return entry?.kind === 'paymentIntent' ? entry.value : this.books.paymentIntent(id);
  }

  charge(id: string) {
    const entry = this.changed.get(id);
    return entry?.kind === 'charge' ? entry.value : this.books.charge(id);
  }

  refund(id: string) {
    const entry = this.changed.get(id);
    return entry?.kind === 'refund' ? entry.value : this.books.refund(id);
  }

  balanceTransaction(id: string) {
    const entry = this.changed.get(id);
    return entry?.kind === 'balanceTransaction' ? entry.value : this.books.balanceTransaction(id);
  }
}
