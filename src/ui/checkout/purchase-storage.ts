import { z } from 'zod';
import { payInput } from '@/checkout/input';

const stored = z.object({
  key: z.string(),
  /** When its first attempt began, in Unix time (until then, when Pay was pressed): its deadline is counted from here. */
  startedAt: z.number(),
  /** Attempts that were begun, over all reloads. 0: nothing has been sent. */
  attempts: z.number(),
  /** Null until the card has become a payment method: nothing has been sent then. */
  input: payInput.nullable(),
  /** Why it is never sent again, also not after a reload; null while it may be. */
  givenUp: z.enum(['unanswered', 'too_late', 'changed_mind']).nullable().default(null),
});

/** One press of Pay, as it survives a reload. */
export type StoredPurchase = z.output<typeof stored>;

/** Why a purchase is never sent again. */
export type GivenUp = NonNullable<StoredPurchase['givenUp']>;

const item = 'doubletap.purchase';

/** What is needed of a tab's storage. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The tab's one purchase, in sessionStorage; in memory alone where that is full or forbidden. */
export class PurchaseStorage {
  #inMemory: string | null = null;

  /** @param storage asked for each time: where it is forbidden, already its name throws */
  constructor(private readonly storage: () => TabStorage = () => sessionStorage) {}

  load(): StoredPurchase | null {
    const text = this.#read();
    if (text === null) return null;
    try {
      return stored.parse(JSON.parse(text));
    } catch {
      return null; // not ours, or of an older release whose input means nothing any more
    }
  }

  save(purchase: StoredPurchase): void {
    this.#inMemory = JSON.stringify(purchase);
    try {
      this.storage().setItem(item, this.#inMemory);
    } catch {
      // Full or forbidden: the purchase is safe without it, it only cannot be found after a reload.
    }
  }

  clear(): void {
    this.#inMemory = null;
    try {
      this.storage().removeItem(item);
    } catch {
      // Forbidden: there is nothing in it.
    }
  }

  #read(): string | null {
    try {
      return this.storage().getItem(item) ?? this.#inMemory;
    } catch {
      return this.#inMemory;
    }
  }
}
