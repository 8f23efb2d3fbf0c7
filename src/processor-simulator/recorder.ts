import type { Books } from './books';
import type { IdempotencyKeys } from './idempotency';
import { newId } from './identifiers';
import type { Journal } from './journal';
import { type JournalRecord, type Put, recordSchema } from './records';
import type { WebhookSettings } from './settings';
import { plannedDeliveries } from './webhook-plan';

type Change = Pick<JournalRecord, 'account' | 'requestId' | 'puts' | 'use'>;

/** The one way in which the books change: a record is applied, written, and told of once it is on the disk. */
export class Recorder {
  private readonly listeners: ((record: JournalRecord) => void)[] = [];

  constructor(
    private readonly books: Books,
    private readonly keys: IdempotencyKeys,
    private readonly journal: Journal,
    private readonly settings: { readonly webhooks: WebhookSettings },
    private readonly now: () => number,
  ) {}

  /** Calls back with every record that can no longer be lost, in the order of the journal. */
  onDurable(listener: (record: JournalRecord) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Changes the books at once, and resolves when the change is on the disk. Events get their deliveries here, which go out
   * so many milliseconds later than usual.
   */
  async record({ account, requestId, puts, use }: Change, webhookDelayMs = 0): Promise<void> {
    if (puts.length === 0 && use === null) return;
    const at = this.now();
    const deliveries = plannedDeliveries(
      this.books,
      account,
      puts,
      this.settings.webhooks,
      at,
      webhookDelayMs,
    );
    // Checked on the way in as it will be on the way out: no line is ever written that could not be replayed.
    const record = recordSchema.parse({
      version: 1,
      at,
      account,
      requestId,
      puts: [...puts, ...deliveries],
      use,
    });
    this.books.apply(record);
    this.keys.apply(record);
    await this.journal.append(record);
    for (const listener of this.listeners) listener(record);
  }

  /** A change that no request of the API asked for. Rejects only when the journal has failed, which it tells itself. */
  recordAlone(account: string, puts: readonly Put[]): Promise<void> {
    return this.record({ account, requestId: newId('req'), puts: [...puts], use: null });
  }
}
