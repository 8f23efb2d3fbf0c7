/** How a test card behaves when it is charged. The name goes into the journal in place of the number. */
export const BEHAVIOURS = [
  'approved',
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'card_velocity_exceeded',
  'fraudulent',
  'test_mode_live_card',
  'authentication_required',
  'authentication_required_on_session',
  'refund_pending',
  'refund_fails',
  'answer_lost',
  'silent',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

/** For how long nothing is heard of a charge with the silent card, in milliseconds: longer than any caller should wait. */
const silenceMs = 30_000;

/** What happens to the answer of the request that charged a card: it goes out after a time, or never. */
export interface Delivery {
  readonly isLost: boolean;
  /** How much later it goes out, and how much later its webhooks are first sent. */
  readonly delayMs: number;
}

export function deliveryOf(behaviour: Behaviour): Delivery {
  return { isLost: behaviour === 'answer_lost', delayMs: behaviour === 'silent' ? silenceMs : 0 };
}

interface Decline {
  readonly code: string;
  /** Null where Stripe's table of test cards gives none: the code then says it all. */
  readonly declineCode: string | null;
  readonly message: string;
  /** Blocked by the processor's own fraud rules: the card network is never asked. */
  readonly isBlocked: boolean;
}

export type Verdict =
  | { readonly kind: 'approved' }
  | { readonly kind: 'needs_authentication' }
  | { readonly kind: 'declined'; readonly failure: Decline };

const GENERIC_MESSAGE = 'Your card was declined.';

/** What the card's issuer says. `offSession`: the shopper is not there, so a merchant with a mandate may charge. */
export function verdictOf(behaviour: Behaviour, circumstances: { offSession: boolean }): Verdict {
  switch (behaviour) {
    case 'approved':
    case 'refund_pending':
    case 'refund_fails':
    case 'answer_lost':
    case 'silent':
      return { kind: 'approved' };
    case 'authentication_required':
      return { kind: 'needs_authentication' };
    case 'authentication_required_on_session':
      return circumstances.offSession ? { kind: 'approved' } : { kind: 'needs_authentication' };
    case 'generic_decline':
    case 'lost_card':
    case 'stolen_card':
      return cardDeclined(behaviour, GENERIC_MESSAGE);
    case 'fraudulent':
      return cardDeclined(behaviour, GENERIC_MESSAGE, true);
    case 'insufficient_funds':
      return cardDeclined(behaviour, 'Your card has insufficient funds.');
    case 'card_velocity_exceeded':
      return cardDeclined(
        behaviour,
        'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      );
    case 'test_mode_live_card':
      return cardDeclined(
        behaviour,
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      );
    case 'expired_card':
      return ownCode(behaviour, 'Your card has expired.');
    case 'incorrect_cvc':
      return ownCode(behaviour, "Your card's security code is incorrect.");
    case 'processing_error':
      return ownCode(behaviour, 'An error occurred while processing your card. Try again in a little bit.');
  }
}

/**
 * The decline of a payment that needed the shopper's bank to ask them, and nobody could be asked.
 * Stripe tells the two ways of getting there apart by the decline code.
 */
export function unauthenticated(way: 'off_session' | 'error_on_requires_action'): Decline {
  return {
    code: 'authentication_required',
    declineCode: way === 'off_session' ? 'authentication_required' : 'authentication_not_handled',
    message: 'Your card was declined. This transaction requires authentication.',
    isBlocked: false,
  };
}

function cardDeclined(declineCode: string, message: string, isBlocked = false): Verdict {
  return { kind: 'declined', failure: { code: 'card_declined', declineCode, message, isBlocked } };
}

function ownCode(code: string, message: string): Verdict {
  return { kind: 'declined', failure: { code, declineCode: null, message, isBlocked: false } };
}
