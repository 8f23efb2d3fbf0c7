import { onlineManager } from '@tanstack/react-query';
import type { PayInput } from '@/checkout/input';
import { payButton } from '@/retry';
import { TooLate, timeLeftMs } from '../attempts';
import { NotSent } from './purchase-prepare';
import type { StoredPurchase } from './purchase-storage';

/** A press without a connection is over at once: kept for later, it would buy when nobody expects it any more. */
export function assertOnline(): void {
  if (onlineManager.isOnline()) return;
  throw new NotSent(
    'There was no connection. Nothing goes out later by itself: press Pay again when the connection is back.',
  );
}

/**
 * Asked before each attempt, because after a pause React Query sends without asking. Throws {@link TooLate} for a purchase
 * that was given up, and for one whose deadline has passed: it is closed then, and never sent late.
 */
export function assertMaySend(
  purchase: StoredPurchase,
): asserts purchase is StoredPurchase & { readonly input: PayInput } {
  const isInTime = timeLeftMs(payButton, purchase.startedAt) > 0;
  if (purchase.givenUp || !isInTime || purchase.input === null) {
    throw new TooLate('This purchase is not sent any more.');
  }
}
