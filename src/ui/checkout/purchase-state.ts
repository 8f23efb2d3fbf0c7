import type { PaidAnswer } from '@/checkout/pay';
import type { ErrorData } from '@/platform/reasons';
import type { GivenUp } from './purchase-storage';

/** What the page shows of a purchase. Every state has words of its own; none of them guesses. */
export type PurchaseState =
  /** Nothing has been pressed, or the last purchase ended and another may be made. */
  | { readonly phase: 'idle' }
  /** The press is taken; the card is on its way to the processor, and nothing has been sent to the shop. */
  | { readonly phase: 'preparing' }
  /** An attempt is on its way. */
  | { readonly phase: 'paying'; readonly attempt: number; readonly maxAttempts: number }
  /** The last attempt failed; the next one, with the same key, starts at `nextAttemptAt` (`Date.now()` time). */
  | {
      readonly phase: 'waiting';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly nextAttemptAt: number;
      /** The shop says that the outcome itself is still unknown. */
      readonly isInDoubt: boolean;
    }
  /** The browser holds the next attempt back: it is offline, or the tab is hidden. */
  | { readonly phase: 'paused'; readonly why: 'offline' | 'hidden'; readonly attempt: number }
  /** Paid. `isReplayed`: an earlier attempt had already gone through, and this answer is its. */
  | { readonly phase: 'paid'; readonly paid: Pick<PaidAnswer, 'orderId'>; readonly isReplayed: boolean }
  /** Another purchase has ordered this cart. */
  | { readonly phase: 'already_ordered'; readonly orderId: string }
  /** A stored no (declined, cart changed, out of stock, promo, given up): nothing was charged, another purchase may be made. */
  | { readonly phase: 'refused'; readonly message: string; readonly data: ErrorData }
  /** The purchase was never sent, or the shop refused to read it: nothing was charged. `fields` names what to mend. */
  | {
      readonly phase: 'not_sent';
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /**
   * It is not sent any more, and the shop is asked what became of it, or does not know yet either. It goes on by itself; the page
   * may be closed.
   */
  | { readonly phase: 'checking'; readonly why: GivenUp; readonly orderId: string | null };
