import type { Closed } from '@/checkout/close';
import type { PurchaseState } from '@/ui/checkout/purchase-state';

/** What a shopper was told of a purchase, for good. */
export type Told =
  | { readonly kind: 'paid'; readonly orderId: string }
  /** `by`: a reason of the API, or why nothing was sent. */
  | { readonly kind: 'not_charged'; readonly by: string }
  | { readonly kind: 'already_ordered'; readonly orderId: string };

/** What the page says in a state, null where it promises nothing yet. */
export function toldIn(state: PurchaseState): Told | null {
  switch (state.phase) {
    case 'paid':
      return { kind: 'paid', orderId: state.paid.orderId };
    case 'already_ordered':
      return { kind: 'already_ordered', orderId: state.orderId };
    case 'refused':
      return { kind: 'not_charged', by: state.data.reason };
    case 'not_sent':
      return { kind: 'not_charged', by: `not sent: ${state.message}` };
    default:
      return null;
  }
}

/** What the shop's word on a closed purchase says, as the page reads it. */
export function toldBy({ outcome, orderId }: Closed): Told | null {
  if (outcome === 'unresolved') return null;
  if (outcome === 'paid' && orderId) return { kind: 'paid', orderId };
  if (outcome === 'refused' && orderId) return { kind: 'already_ordered', orderId };
  return { kind: 'not_charged', by: `closed: ${outcome}` };
}
