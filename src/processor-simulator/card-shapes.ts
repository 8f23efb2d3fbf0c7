import type { Card, Failure, PaymentMethod } from './records';

// The parts of Stripe's shapes that tell of a card, and of what its issuer said.

export type Shape = Record<string, unknown>;

export function paymentMethodShape(method: PaymentMethod): Shape {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...method.billing, tax_id: null },
    card: {
      brand: method.card.brand,
      checks: cardChecks(method.card),
      country: method.card.country,
      display_brand: displayBrand(method.card.brand),
      exp_month: method.card.expMonth,
      exp_year: method.card.expYear,
      fingerprint: method.card.fingerprint,
      funding: method.card.funding,
      generated_from: null,
      last4: method.card.last4,
      networks: { available: [method.card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  };
}

export function cardChecks(card: Card): Shape {
  return {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: card.cvcCheck === 'unchecked' ? null : card.cvcCheck,
  };
}

function displayBrand(brand: string): string {
  return brand === 'amex' ? 'american_express' : brand;
}

/** The fields of a decline that Stripe's error and an intent's `last_payment_error` share. */
export function failureFields(failure: Failure) {
  return {
    type: 'card_error' as const,
    code: failure.code,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    message: failure.message,
  };
}

export function outcomeShape(failure: Failure | null): Shape {
  if (failure === null) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  const reason = failure.declineCode ?? failure.code;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure.isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: failure.isBlocked ? 'highest_risk_level' : reason,
    risk_level: failure.isBlocked ? 'highest' : 'normal',
    risk_score: failure.isBlocked ? 90 : 10,
    seller_message: failure.isBlocked
      ? 'Stripe blocked this payment as too risky.'
      : `The bank returned the decline code \`${reason}\`.`,
    type: failure.isBlocked ? 'blocked' : 'issuer_declined',
  };
}
