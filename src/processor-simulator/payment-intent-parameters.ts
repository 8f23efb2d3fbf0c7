import { currencyRule, formatAmount, MAXIMUM_AMOUNT, supportedCurrencies } from './currencies';
import { invalidRequest } from './errors';
import { EXPANDABLE, expand } from './expansion';
import {
  boolean,
  email,
  group,
  integer,
  listOf,
  metadata,
  oneOf,
  type Parser,
  parameters,
  type RawValue,
  required,
  text,
} from './parameters';
import { addressFields } from './payment-methods';
import type { Shipping } from './records';

export const MISSING_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

const shippingGroup = group({
  address: required(group({ ...addressFields, line1: required(text()) })),
  name: required(text()),
  carrier: text(),
  phone: text(),
  tracking_number: text(),
});

const confirmFields = {
  off_session: offSession(),
  error_on_requires_action: boolean(),
  return_url: text(),
};

const createFields = parameters({
  ...confirmFields,
  amount: required(integer({ minimum: 1 })),
  currency: required(currency()),
  payment_method: text(),
  confirm: boolean(),
  automatic_payment_methods: group({
    enabled: required(boolean()),
    allow_redirects: oneOf('always', 'never'),
  }),
  payment_method_types: listOf(oneOf('card')),
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  receipt_email: email(),
  description: text(1000),
  statement_descriptor_suffix: descriptorSuffix(),
  shipping: shippingGroup,
  metadata: metadata(),
  customer: noCustomers(),
  expand: expand(EXPANDABLE.paymentIntent),
});

/** `POST /v1/payment_intents`. */
export function createParameters(raw: { readonly [name: string]: RawValue }) {
  const given = createFields(raw);
  checkAmount(given.amount, given.currency);
  const automatic = given.automatic_payment_methods;
  if (automatic?.enabled === true && given.payment_method_types !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      { code: 'parameters_exclusive' },
    );
  }
  if (given.confirm !== true) {
    for (const param of ['off_session', 'error_on_requires_action', 'return_url'] as const) {
      if (given[param] !== undefined) {
        throw invalidRequest(`The parameter \`${param}\` may only be used when \`confirm\` is true.`, {
          param,
        });
      }
    }
  }
  if (given.confirm === true && given.payment_method === undefined) {
    throw invalidRequest(MISSING_METHOD, { code: 'parameter_missing', param: 'payment_method' });
  }
  if (given.confirm === true && automatic?.enabled === true) {
    requireReturnUrl(automatic.allow_redirects ?? 'always', given.return_url);
  }
  return given;
}

/** `POST /v1/payment_intents/:id/confirm`. */
export const confirmParameters = parameters({
  ...confirmFields,
  payment_method: text(),
  receipt_email: email(),
  shipping: shippingGroup,
  expand: expand(EXPANDABLE.paymentIntent),
});

/** `POST /v1/payment_intents/:id/capture`. */
export const captureParameters = parameters({
  amount_to_capture: integer({ minimum: 1 }),
  metadata: metadata(),
  statement_descriptor_suffix: descriptorSuffix(),
  expand: expand(EXPANDABLE.paymentIntent),
});

/** `POST /v1/payment_intents/:id/cancel`. */
export const cancelParameters = parameters({
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'),
  expand: expand(EXPANDABLE.paymentIntent),
});

/** An intent that takes every payment method of the account may have to send the shopper to another page. */
export function requireReturnUrl(allowRedirects: 'always' | 'never', returnUrl: string | undefined): void {
  if (allowRedirects === 'never' || returnUrl !== undefined) return;
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    { param: 'return_url' },
  );
}

export function shippingOf(given: ReturnType<typeof shippingGroup>): Shipping | null {
  if (given === undefined) return null;
  const { address } = given;
  return {
    address: {
      city: address.city ?? null,
      country: address.country ?? null,
      line1: address.line1,
      line2: address.line2 ?? null,
      postal_code: address.postal_code ?? null,
      state: address.state ?? null,
    },
    carrier: given.carrier ?? null,
    name: given.name,
    phone: given.phone ?? null,
    tracking_number: given.tracking_number ?? null,
  };
}

function checkAmount(amount: number, code: string): void {
  const rule = currencyRule(code);
  if (rule === undefined) return;
  if (amount > MAXIMUM_AMOUNT) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(MAXIMUM_AMOUNT, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  if (amount < rule.minimum) {
    throw invalidRequest(`Amount must be at least ${formatAmount(rule.minimum, code)} ${code}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (rule.decimals === 3 && amount % 10 !== 0) {
    throw invalidRequest(
      `Invalid amount: the last digit of an amount in ${code} must be 0, because this three-decimal currency is charged in steps of ten.`,
      { code: 'invalid_charge_amount', param: 'amount' },
    );
  }
}

function currency(): Parser<string | undefined> {
  return (value, param) => {
    const given = text(20)(value, param)?.toLowerCase();
    if (given !== undefined && currencyRule(given) === undefined) {
      throw invalidRequest(
        `Invalid currency: ${given}. The processor simulator currently supports these currencies: ${supportedCurrencies().join(', ')}`,
        { param },
      );
    }
    return given;
  };
}

function offSession(): Parser<boolean | undefined> {
  return (value, param) => {
    const given = oneOf('true', 'false', 'one_off', 'recurring')(value, param);
    return given === undefined ? undefined : given !== 'false';
  };
}

function descriptorSuffix(): Parser<string | undefined> {
  return (value, param) => {
    const given = text(22)(value, param);
    if (given !== undefined && (!/[A-Za-z]/.test(given) || /[<>\\'"*]/.test(given))) {
      throw invalidRequest(
        'The statement descriptor suffix must contain at least one letter, and none of these characters: < > \\ \' " *',
        { param },
      );
    }
    return given;
  };
}

function noCustomers(): Parser<undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    throw invalidRequest('The processor simulator keeps no customers: leave this parameter out.', { param });
  };
}
