import { attemptPayment, captureCharge, putIntent } from './attempt';
import { deliveryOf } from './behaviours';
import { invalidRequest, noSuch } from './errors';
import { EXPANDABLE, type Expansion, expand } from './expansion';
import { newId, randomText } from './identifiers';
import { listPage, listParameters } from './lists';
import { type Answer, type Call, type Operation, ok, operation } from './operation';
import { parameters } from './parameters';
import {
  cancelParameters,
  captureParameters,
  confirmParameters,
  createParameters,
  MISSING_METHOD,
  requireReturnUrl,
  shippingOf,
} from './payment-intent-parameters';
import { type CardFingerprint, findPaymentMethod } from './payment-methods';
import type { PaymentIntent } from './records';
import { searchPage, searchParameters } from './search';
import { chargeShape, paymentIntentShape } from './shapes';

/** The statuses from which each move is allowed; every other one is `payment_intent_unexpected_state`. */
const CONFIRMABLE: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE: readonly string[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

/** The endpoints under `/v1/payment_intents`. */
export function paymentIntentOperations(fingerprint: CardFingerprint): readonly Operation[] {
  return [
    operation('POST', '/v1/payment_intents', createParameters, (call, given) =>
      create(call, given, fingerprint),
    ),
    operation('POST', '/v1/payment_intents/:id/confirm', confirmParameters, (call, given, id) =>
      confirm(call, id, given, fingerprint),
    ),
    operation('POST', '/v1/payment_intents/:id/capture', captureParameters, capture),
    operation('POST', '/v1/payment_intents/:id/cancel', cancelParameters, cancel),
    operation('GET', '/v1/payment_intents', listParameters(EXPANDABLE.paymentIntent, {}), (call, given) =>
      ok(
        listPage('/v1/payment_intents', 'payment_intent', call.books.paymentIntents, given, (intent) =>
          paymentIntentShape(call.books, intent, given.expand),
        ),
      ),
    ),
    operation('GET', '/v1/payment_intents/search', searchParameters, (call, given) =>
      ok(searchPage(call, given)),
    ),
    operation(
      'GET',
      '/v1/payment_intents/:id',
      parameters({ expand: expand(EXPANDABLE.paymentIntent) }),
      (call, given, id) => ok(paymentIntentShape(call.books, find(call, id), given.expand)),
    ),
  ];
}

function create(
  call: Call,
  given: ReturnType<typeof createParameters>,
  fingerprint: CardFingerprint,
): Answer {
  const id = newId('pi');
  const automatic = given.automatic_payment_methods;
  const method =
    given.payment_method === undefined
      ? undefined
      : findPaymentMethod(call, given.payment_method, fingerprint);
  if (method !== undefined) call.draft.put({ kind: 'paymentMethod', value: method });
  const intent: PaymentIntent = {
    id,
    created: call.nowSeconds,
    clientSecret: `${id}_secret_${randomText(25)}`,
    amount: given.amount,
    amountCapturable: 0,
    amountReceived: 0,
    currency: given.currency,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    captureMethod: given.capture_method ?? 'automatic_async',
    automaticPaymentMethods:
      automatic?.enabled === true ? { allowRedirects: automatic.allow_redirects ?? 'always' } : null,
    paymentMethod: method?.id ?? null,
    latestCharge: null,
    lastError: null,
    canceledAt: null,
    cancellationReason: null,
    description: given.description ?? null,
    receiptEmail: given.receipt_email ?? null,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
    shipping: shippingOf(given.shipping),
    metadata: given.metadata,
    origin: call.origin,
  };
  putIntent(call, intent, 'payment_intent.created');
  if (given.confirm !== true) return answer(call, intent, given.expand);
  return attempt(call, intent, given);
}

function confirm(
  call: Call,
  id: string,
  given: ReturnType<typeof confirmParameters>,
  fingerprint: CardFingerprint,
): Answer {
  const found = find(call, id);
  if (!CONFIRMABLE.includes(found.status)) {
    throw unexpectedState(
      call,
      found,
      found.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${found.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  if (found.automaticPaymentMethods !== null) {
    requireReturnUrl(found.automaticPaymentMethods.allowRedirects, given.return_url);
  }
  const method =
    given.payment_method === undefined
      ? undefined
      : findPaymentMethod(call, given.payment_method, fingerprint);
  if (method !== undefined) call.draft.put({ kind: 'paymentMethod', value: method });
  const intent: PaymentIntent = {
    ...found,
    paymentMethod: method?.id ?? found.paymentMethod,
    receiptEmail: given.receipt_email ?? found.receiptEmail,
    shipping: shippingOf(given.shipping) ?? found.shipping,
  };
  return attempt(call, intent, given);
}

function attempt(
  call: Call,
  intent: PaymentIntent,
  given: {
    off_session: boolean | undefined;
    error_on_requires_action: boolean | undefined;
    expand: Expansion;
  },
): Answer {
  const method = intent.paymentMethod === null ? undefined : call.draft.paymentMethod(intent.paymentMethod);
  if (method === undefined) {
    throw unexpectedState(call, intent, MISSING_METHOD);
  }
  const result = attemptPayment(call, intent, method, {
    offSession: given.off_session ?? false,
    errorOnRequiresAction: given.error_on_requires_action ?? false,
  });
  if (result.kind === 'declined') return result.answer;
  return { ...answer(call, result.intent, given.expand), delivery: deliveryOf(method.card.behaviour) };
}

function capture(call: Call, given: ReturnType<typeof captureParameters>, id: string): Answer {
  const intent = find(call, id);
  const charge = intent.latestCharge === null ? undefined : call.draft.charge(intent.latestCharge);
  if (intent.status !== 'requires_capture' || charge === undefined) {
    throw unexpectedState(
      call,
      intent,
      intent.status === 'succeeded'
        ? 'This PaymentIntent could not be captured because it has already been captured.'
        : `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    );
  }
  const amount = given.amount_to_capture ?? intent.amountCapturable;
  if (amount > intent.amountCapturable) {
    throw invalidRequest(
      `The payment intent could not be captured because the requested capture amount is greater than the amount you can capture for this charge. The requested capture amount is ${amount}; the amount you can capture is ${intent.amountCapturable}.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  const suffix = given.statement_descriptor_suffix ?? intent.statementDescriptorSuffix;
  const metadata = { ...intent.metadata, ...given.metadata };
  const captured = captureCharge(call, { ...charge, metadata, statementDescriptorSuffix: suffix }, amount);
  call.draft.addEvent('charge.captured', chargeShape(call.draft, captured));
  const succeeded = putIntent(
    call,
    {
      ...intent,
      status: 'succeeded',
      amountCapturable: 0,
      amountReceived: amount,
      metadata,
      statementDescriptorSuffix: suffix,
    },
    'payment_intent.succeeded',
  );
  return answer(call, succeeded, given.expand);
}

function cancel(call: Call, given: ReturnType<typeof cancelParameters>, id: string): Answer {
  const intent = find(call, id);
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}, processing.`,
    );
  }
  const charge = intent.latestCharge === null ? undefined : call.draft.charge(intent.latestCharge);
  if (intent.status === 'requires_capture' && charge !== undefined) {
    // The authorization is given back. No money ever moved, so no balance transaction tells of it.
    const released = { ...charge, isRefunded: true, amountRefunded: charge.amount };
    call.draft.put({ kind: 'charge', value: released });
    call.draft.addEvent('charge.refunded', chargeShape(call.draft, released));
  }
  const canceled = putIntent(
    call,
    {
      ...intent,
      status: 'canceled',
      amountCapturable: 0,
      canceledAt: call.nowSeconds,
      cancellationReason: given.cancellation_reason ?? null,
    },
    'payment_intent.canceled',
  );
  return answer(call, canceled, given.expand);
}

function find(call: Call, id: string): PaymentIntent {
  const intent = call.draft.paymentIntent(id);
  if (intent === undefined) throw noSuch('payment_intent', id, 'intent', 404);
  return intent;
}

function answer(call: Call, intent: PaymentIntent, expansion: Expansion): Answer {
  return ok(paymentIntentShape(call.draft, intent, expansion));
}

function unexpectedState(call: Call, intent: PaymentIntent, message: string) {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: paymentIntentShape(call.draft, intent),
  });
}
