import { z } from 'zod';
import { refundInput } from '@/checkout/input';

const sent = z.object({ key: z.string(), input: refundInput });

/** A refund that was sent: its key and its frozen input. */
export type SentRefund = z.output<typeof sent>;

const itemOf = (orderId: string): string => `doubletap.refund.${orderId}`;

/**
 * Keeps a refund from its first send until its answer is known, also over a reload: whoever asks again must ask with the same
 * key. Where the tab's storage is full or forbidden, it lives as long as the page.
 */
export function keepSentRefund(refund: SentRefund): void {
  try {
    sessionStorage.setItem(itemOf(refund.input.orderId), JSON.stringify(refund));
  } catch {
    // The page itself still has it.
  }
}

export function forgetSentRefund(orderId: string): void {
  try {
    sessionStorage.removeItem(itemOf(orderId));
  } catch {
    // Then it was never kept.
  }
}

export function findSentRefund(orderId: string): SentRefund | null {
  try {
    return sent.parse(JSON.parse(sessionStorage.getItem(itemOf(orderId)) ?? ''));
  } catch {
    return null; // none is kept, or it is of another release
  }
}
