import { paymentMethodShape } from './card-shapes';
import { cardNamed, cardNumbered, passesLuhn, type TestCard } from './cards';
import { ApiError, noSuch } from './errors';
import { EXPANDABLE, expand } from './expansion';
import { newId } from './identifiers';
import { type Call, type Operation, ok, operation } from './operation';
import { email, group, metadata, oneOf, type Parser, parameters, required, text } from './parameters';
import type { Billing, Card, PaymentMethod } from './records';

/** Gives the fingerprint of a card number; see `CardSecrets`. */
export type CardFingerprint = (account: string, number: string) => string;

const EMPTY_BILLING: Billing = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
};

export const addressFields = {
  city: text(),
  country: text(),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
};

const createParameters = parameters({
  type: required(oneOf('card')),
  card: required(
    group({
      number: required(digits()),
      exp_month: required(cardText()),
      exp_year: required(cardText()),
      cvc: cardText(),
    }),
  ),
  billing_details: group({ address: group(addressFields), email: email(), name: text(), phone: text() }),
  metadata: metadata(),
  expand: expand(EXPANDABLE.paymentMethod),
});

/** The endpoints under `/v1/payment_methods`. */
export function paymentMethodOperations(fingerprint: CardFingerprint): readonly Operation[] {
  return [
    operation(
      'POST',
      '/v1/payment_methods',
      createParameters,
      (call, given) => {
        const { number, cvc } = given.card;
        const known = readNumber(number);
        const { expMonth, expYear } = readExpiry(given.card.exp_month, given.card.exp_year, call.nowMs);
        checkSecurityCode(cvc, known.brand);
        const method: PaymentMethod = {
          id: newId('pm'),
          created: call.nowSeconds,
          card: cardOf(known, fingerprint(call.account, number), expMonth, expYear, cvc !== undefined),
          billing: billingOf(given.billing_details),
          metadata: given.metadata,
          usedBy: null,
        };
        call.draft.put({ kind: 'paymentMethod', value: method });
        return ok(paymentMethodShape(method));
      },
      { isPublic: true },
    ),
    operation(
      'GET',
      '/v1/payment_methods/:id',
      parameters({ expand: expand(EXPANDABLE.paymentMethod) }),
      (call, _given, id) => {
        const method = call.books.paymentMethod(id);
        if (method === undefined) throw noSuch('PaymentMethod', id, 'payment_method', 404);
        return ok(paymentMethodShape(method));
      },
    ),
  ];
}

/**
 * The payment method a request names: one that was made before, or a published name such as `pm_card_visa`, for
 * which a new one is made as Stripe does.
 */
export function findPaymentMethod(call: Call, name: string, fingerprint: CardFingerprint): PaymentMethod {
  const existing = call.draft.paymentMethod(name);
  if (existing !== undefined) return existing;
  const known = cardNamed(name);
  if (known === undefined) throw noSuch('PaymentMethod', name, 'payment_method', 400);
  const nextYear = new Date(call.nowMs).getUTCFullYear() + 1;
  return {
    id: newId('pm'),
    created: call.nowSeconds,
    card: cardOf(known, fingerprint(call.account, known.number), 12, nextYear, false),
    billing: EMPTY_BILLING,
    metadata: {},
    usedBy: null,
  };
}

function cardOf(
  known: TestCard,
  fingerprint: string,
  expMonth: number,
  expYear: number,
  hasSecurityCode: boolean,
): Card {
  return {
    brand: known.brand,
    last4: known.number.slice(-4),
    funding: known.funding,
    country: known.country,
    fingerprint,
    expMonth,
    expYear,
    cvcCheck: hasSecurityCode ? (known.cvcFails ? 'fail' : 'pass') : 'unchecked',
    behaviour: known.behaviour,
  };
}

function billingOf(given: ReturnType<typeof createParameters>['billing_details']): Billing {
  const address = given?.address;
  return {
    address: {
      city: address?.city ?? null,
      country: address?.country ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      postal_code: address?.postal_code ?? null,
      state: address?.state ?? null,
    },
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
  };
}

function readNumber(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  return cardNumbered(number);
}

/** A two-digit year is one of this century. A card is good until its month is over. */
function readExpiry(month: string, year: string, nowMs: number): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(month) ? Number(month) : 0;
  if (expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const given = /^(\d{2}|\d{4})$/.test(year) ? Number(year) : 0;
  const expYear = given < 100 ? 2000 + given : given;
  const now = new Date(nowMs);
  const thisYear = now.getUTCFullYear();
  if (given === 0 || expYear < thisYear || expYear > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (expYear === thisYear && expMonth < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  return { expMonth, expYear };
}

function checkSecurityCode(cvc: string | undefined, brand: string): void {
  const pattern = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !pattern.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
}

function cardError(code: string, message: string, field: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param: `card[${field}]` });
}

/** A text that an error message must never repeat. */
function cardText(): Parser<string | undefined> {
  return (value, param) => (typeof value === 'string' && value.length > 32 ? '' : text(32)(value, param));
}

/** A card number as people type it: spaces and dashes are taken out. */
function digits(): Parser<string | undefined> {
  return (value, param) => cardText()(value, param)?.replace(/[\s-]/g, '');
}
