import type { Closed } from '@/checkout/close';
import { errorData } from '@/trpc/client';
import type { PurchaseState } from './purchase-state';
import type { StoredPurchase } from './purchase-storage';

/** What a failed attempt says about the end of its purchase, for good; null where only the shop can tell. */
export function endOfFailure(error: unknown, { attempts }: StoredPurchase): PurchaseState | null {
  const data = errorData(error);
  const message = error instanceof Error ? error.message : String(error);
  const orderId = orderOf(error);
  if (data?.reason === 'cart_already_ordered' && orderId) return { phase: 'already_ordered', orderId };
  if (data?.retry === 'new_key') return { phase: 'refused', message, data };
  // Of a later attempt it says nothing about the first: another session or another release may be answering.
  if (data?.retry === 'never' && attempts === 1) {
    return { phase: 'not_sent', message, fields: readFields(data.fields) };
  }
  return null;
}

/** The order that a failure names, as one that is in doubt does. */
export function orderOf(error: unknown): string | null {
  const orderId = errorData(error)?.orderId;
  return typeof orderId === 'string' ? orderId : null;
}

/** What the shop's answer to "what became of it" says about the end; null while it does not know either. */
export function endOfClosed({ outcome, orderId }: Closed): PurchaseState | null {
  if (outcome === 'unresolved') return null;
  if (outcome === 'paid' && orderId) return { phase: 'paid', paid: { orderId }, isReplayed: true };
  if (outcome === 'refused' && orderId) return { phase: 'already_ordered', orderId };
  return uncharged(outcome === 'declined');
}

function uncharged(isDeclined: boolean): PurchaseState {
  const message = isDeclined ? 'Your card was declined.' : 'The payment was not made.';
  const reason = isDeclined ? 'card_declined' : 'payment_not_made';
  return {
    phase: 'refused',
    message: `${message} You were not charged.`,
    data: { reason, retry: 'new_key' },
  };
}

function readFields(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]));
}
