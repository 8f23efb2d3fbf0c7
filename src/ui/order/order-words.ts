import type { OrderView } from '@/checkout/orders';
import { isUnresolved } from '@/payments/states';
import type { NoticeTone } from '../primitives/notice';

type PaymentStatus = OrderView['payment']['status'];

interface Outcome {
  readonly status: OrderView['status'];
  readonly payment: Pick<OrderView['payment'], 'status' | 'declineCode'>;
}

/** What has become of an order, in words. */
export interface OrderWords {
  readonly tone: NoticeTone;
  /** For a list: two or three words. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
}

export function wordsOfOrder({ status, payment }: Outcome): OrderWords {
  if (isUnresolved(payment.status)) {
    return {
      tone: 'waiting',
      label: 'Payment being checked',
      title: 'Your payment is being checked.',
      text: 'The card processor has not told us the outcome yet. We keep asking, and this page shows the answer by itself. Nobody is charged twice, and you can close this page.',
    };
  }
  if (payment.status === 'captured_late') {
    return {
      tone: 'waiting',
      label: 'Refund under way',
      title: 'This charge came too late and is being refunded.',
      text: 'The order had been cancelled when the card processor charged you after all. The money is on its way back.',
    };
  }
  if (payment.status === 'partially_refunded') {
    return {
      tone: 'success',
      label: 'Partly refunded',
      title: 'Part of this order was refunded.',
      text: 'The money is on its way back to your card.',
    };
  }
  switch (status) {
    case 'paid':
      return {
        tone: 'success',
        label: 'Paid',
        title: 'Thank you. Your order is paid.',
        text: 'We are packing it. The receipt goes to your email address.',
      };
    case 'fulfilled':
      return {
        tone: 'success',
        label: 'On its way',
        title: 'Your order is on its way.',
        text: 'It has left the shop.',
      };
    case 'refunded':
      return {
        tone: 'info',
        label: 'Refunded',
        title: 'This order was refunded.',
        text: 'The money is on its way back to your card.',
      };
    case 'pending':
    case 'cancelled':
      return wordsOfCancelled(payment);
  }
}

/** What has become of an order, in two or three words for a list. */
export function labelOf(status: OrderView['status'], paymentStatus: PaymentStatus | null): string {
  if (paymentStatus === null) return 'Cancelled';
  return wordsOfOrder({ status, payment: { status: paymentStatus, declineCode: null } }).label;
}

function wordsOfCancelled({ status, declineCode }: Outcome['payment']): OrderWords {
  if (status === 'declined') {
    return {
      tone: 'danger',
      label: 'Card declined',
      title: 'Your card was declined.',
      text: `${reasonOfDecline(declineCode)} You were not charged, and nothing was ordered. You can try another card.`,
    };
  }
  if (status === 'refunded') {
    return {
      tone: 'info',
      label: 'Cancelled, refunded',
      title: 'This order was cancelled and refunded.',
      text: 'The money is on its way back to your card.',
    };
  }
  return {
    tone: 'info',
    label: 'Cancelled',
    title: 'This order was cancelled.',
    text: 'The payment was not made. You were not charged.',
  };
}

/** What the bank said, as far as a bank says anything (docs.stripe.com/declines/codes). */
function reasonOfDecline(code: string | null): string {
  switch (code) {
    case 'insufficient_funds':
      return 'There is not enough money on it.';
    case 'expired_card':
      return 'It has expired.';
    case 'incorrect_cvc':
      return 'The security code is wrong.';
    case 'processing_error':
      return 'Something went wrong between the banks. Trying again a little later often works.';
    case 'card_velocity_exceeded':
      return 'It was used too often, or its limit is reached.';
    case 'authentication_required':
    case 'authentication_not_handled':
      return 'The bank wants to hear from you first, which this shop cannot ask for.';
    default:
      return 'The bank did not say why.';
  }
}

/** How often the shopper was charged, and how it was proven. */
export interface ProofWords {
  /** Undefined while nobody knows. */
  readonly charges: 0 | 1 | undefined;
  readonly title: string;
  readonly text: string;
}

/** What reached the shop of this purchase, and what it came to. Says a number of charges only once it is known. */
export function wordsOfProof({
  payment,
  attempts,
  requests,
}: Pick<OrderView, 'payment' | 'attempts' | 'requests'>): ProofWords {
  const tries = attempts === 0 ? '' : `You tried ${timesOf(attempts)}.`;
  if (isUnresolved(payment.status)) {
    return {
      charges: undefined,
      title: `${tries} You will be charged at most once.`.trim(),
      text: 'Every attempt carries the same key, at the shop and at the card processor. Whatever they arrive as, they are one purchase.',
    };
  }
  const charges = payment.chargeId === null ? 0 : 1;
  return {
    charges,
    title: `${tries} ${charges === 1 ? 'You were charged once.' : 'You were not charged.'}`.trim(),
    text:
      requests > attempts
        ? `The attempts came in ${requests} requests, because browsers and networks repeat some by themselves. All carried the same key.`
        : 'Every attempt carries the same key, so all of them are one purchase.',
  };
}

function timesOf(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
