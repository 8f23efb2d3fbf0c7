import { z } from 'zod';
import { formatMoney } from '@/platform/money';
import type { PurchaseState } from './purchase-state';
import type { GivenUp } from './purchase-storage';

/** How a state of the purchase feels: at rest, at work, held up, good, bad. */
export type StatusTone = 'rest' | 'work' | 'wait' | 'good' | 'bad';

export interface StatusWords {
  readonly tone: StatusTone;
  readonly title: string;
  readonly text: string;
}

/**
 * Each state of a purchase in words. They say what is known and no more: "you were not charged" only where the state stands
 * on a stored answer, or where nothing was sent.
 */
export function wordsOf(state: PurchaseState): StatusWords {
  switch (state.phase) {
    case 'idle':
      return {
        tone: 'rest',
        title: 'Ready.',
        text: 'Tap it as often as you like. There is one order and one charge.',
      };
    case 'preparing':
      return {
        tone: 'work',
        title: 'Checking your card with the processor.',
        text: 'Nothing has been sent to the shop yet.',
      };
    case 'paying':
      return {
        tone: 'work',
        title: `Paying… attempt ${state.attempt} of ${state.maxAttempts}`,
        text: 'You may tap again, reload or wait: you will be charged once.',
      };
    case 'waiting':
      return {
        tone: 'wait',
        title: state.isInDoubt ? 'The card processor has not answered yet.' : 'The shop did not answer.',
        text:
          `Trying again, attempt ${state.attempt} of ${state.maxAttempts}. Trying again is safe: you will be charged once.` +
          (state.isInDoubt ? ` ${canBeClosed}` : ''),
      };
    case 'paused':
      return {
        tone: 'wait',
        title: state.why === 'offline' ? 'You are offline.' : 'Paused while this page is in the background.',
        text:
          `We do not know yet whether your order reached the shop. Attempt ${state.attempt} goes out when ` +
          `${state.why === 'offline' ? 'the connection is back' : 'you come back'} within a minute of your tap; later, ` +
          'only the outcome is asked for.',
      };
    case 'paid':
      return {
        tone: 'good',
        title: state.isReplayed ? 'Your first tap had already gone through.' : 'Paid.',
        text: 'You were charged once. Here comes your order.',
      };
    case 'already_ordered':
      return {
        tone: 'good',
        title: 'This cart had already been ordered.',
        text: 'Nothing more was charged. Here comes the order.',
      };
    case 'checking':
      return {
        tone: 'wait',
        title: 'We do not know yet whether the payment went through.',
        text: `${whyChecking[state.why]} ${canBeClosed}`,
      };
    case 'not_sent':
      return { tone: 'bad', title: 'Nothing was sent.', text: state.message };
    case 'refused':
      return wordsOfRefusal(state);
  }
}

/** True from the moment on that the shop has the purchase: its worker finishes it, and sends the receipt. */
const canBeClosed =
  'You can close this page: the shop goes on by itself, and the receipt comes by email if it is paid.';

const whyChecking: Readonly<Record<GivenUp, string>> = {
  unanswered: 'The shop is finding out, and will not charge you twice.',
  too_late: 'More than a minute has passed, so nothing more is sent. The shop is asked what became of it.',
  changed_mind: 'Nothing more is sent. The shop is asked whether an earlier attempt got through.',
};

function wordsOfRefusal({ message, data }: PurchaseState & { phase: 'refused' }): StatusWords {
  switch (data.reason) {
    case 'card_declined':
      return { tone: 'bad', title: 'The card was declined.', text: withUncharged(message) };
    case 'cart_changed':
      return { tone: 'bad', title: 'Your cart has changed.', text: withUncharged(message) };
    case 'out_of_stock':
      return { tone: 'bad', title: 'Somebody was faster.', text: withUncharged(message) };
    case 'promo_unusable':
      return { tone: 'bad', title: 'The promo code cannot be used.', text: withUncharged(message) };
    default:
      return { tone: 'bad', title: 'You can try again.', text: withUncharged(message) };
  }
}

/** A stored no means that nothing was charged; the processor's own sentences do not say so. */
function withUncharged(message: string): string {
  return /charged/.test(message) ? message : `${message} You were not charged.`;
}

const newQuote = z.object({
  quote: z.object({ total: z.object({ amount: z.number(), currency: z.string() }) }),
});

/** The total that a changed cart has now, for people; null where the refusal does not say. */
export function newTotalOf(data: unknown): string | null {
  const parsed = newQuote.safeParse(data);
  return parsed.success && parsed.data.quote.total.amount > 0 ? formatMoney(parsed.data.quote.total) : null;
}

const shortLines = z.object({
  lines: z.array(
    z.object({ productId: z.string(), name: z.string(), quantity: z.number(), available: z.number() }),
  ),
});

/** The lines of the cart that the shop has too few of. */
export function shortLinesOf(data: unknown): z.output<typeof shortLines>['lines'] {
  const parsed = shortLines.safeParse(data);
  return parsed.success ? parsed.data.lines : [];
}
