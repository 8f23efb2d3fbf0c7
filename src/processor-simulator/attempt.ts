import { unauthenticated, verdictOf } from './behaviours';
import { failureFields, paymentMethodShape } from './card-shapes';
import { processingFee } from './currencies';
import { errorObject, invalidRequest } from './errors';
import { newId } from './identifiers';
import type { Answer, Call } from './operation';
import type { BalanceTransaction, Charge, Failure, PaymentIntent, PaymentMethod } from './records';
import { chargeShape, paymentIntentShape } from './shapes';

/** Money of a charge can be paid out two days later, as in Stripe's US accounts. */
const SETTLEMENT_SECONDS = 2 * 24 * 60 * 60;

export type AttemptResult =
  | { readonly kind: 'accepted'; readonly intent: PaymentIntent }
  | { readonly kind: 'declined'; readonly answer: Answer };

/**
 * Confirms a payment intent: asks the card, and writes what came of it. Money moves only here and in `capture`.
 * A decline is an answer and not an exception, because it leaves a failed charge in the books.
 */
export function attemptPayment(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  wishes: { offSession: boolean; errorOnRequiresAction: boolean },
): AttemptResult {
  refuseUsedMethod(method);
  const verdict = verdictOf(method.card.behaviour, wishes);
  if (verdict.kind === 'approved') return { kind: 'accepted', intent: approve(call, intent, method) };
  if (verdict.kind === 'declined') return decline(call, intent, method, verdict.failure);
  if (wishes.offSession) return decline(call, intent, method, unauthenticated('off_session'));
  if (wishes.errorOnRequiresAction) {
    return decline(call, intent, method, unauthenticated('error_on_requires_action'));
  }
  return { kind: 'accepted', intent: awaitAuthentication(call, intent, method) };
}

/** Books the money of a charge: the charge counts as captured, and its transaction tells fee and net. */
export function captureCharge(call: Call, charge: Charge, amount: number): Charge {
  const transaction: BalanceTransaction = {
    id: newId('txn'),
    created: call.nowSeconds,
    availableOn: call.nowSeconds + SETTLEMENT_SECONDS,
    amount,
    fee: processingFee(amount, charge.currency),
    currency: charge.currency,
    type: 'charge',
    source: charge.id,
    description: charge.description,
  };
  const captured: Charge = {
    ...charge,
    isCaptured: true,
    amountCaptured: amount,
    balanceTransaction: transaction.id,
  };
  call.draft.put({ kind: 'balanceTransaction', value: transaction });
  call.draft.put({ kind: 'charge', value: captured });
  return captured;
}

export function putIntent(call: Call, intent: PaymentIntent, eventType?: string): PaymentIntent {
  call.draft.put({ kind: 'paymentIntent', value: intent });
  if (eventType !== undefined) call.draft.addEvent(eventType, paymentIntentShape(call.draft, intent));
  return intent;
}

function approve(call: Call, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const isManual = intent.captureMethod === 'manual';
  const authorized = newCharge(call, intent, method, null);
  call.draft.put({ kind: 'paymentMethod', value: { ...method, usedBy: intent.id } });
  call.draft.put({ kind: 'charge', value: authorized });
  const charge = isManual ? authorized : captureCharge(call, authorized, intent.amount);
  // As Stripe tells it: an asynchronous capture has its balance transaction only in a later `charge.updated`.
  const isAsync = intent.captureMethod === 'automatic_async';
  const told = isAsync ? { ...charge, balanceTransaction: null } : charge;
  call.draft.addEvent('charge.succeeded', chargeShape(call.draft, told));
  const succeeded = putIntent(
    call,
    {
      ...intent,
      status: isManual ? 'requires_capture' : 'succeeded',
      amountCapturable: isManual ? intent.amount : 0,
      amountReceived: isManual ? 0 : intent.amount,
      paymentMethod: method.id,
      latestCharge: charge.id,
      lastError: null,
    },
    isManual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
  );
  if (isAsync) {
    call.draft.addEvent('charge.updated', chargeShape(call.draft, charge), { balance_transaction: null });
  }
  return succeeded;
}

function decline(call: Call, intent: PaymentIntent, method: PaymentMethod, failure: Failure): AttemptResult {
  const used: PaymentMethod = { ...method, usedBy: intent.id };
  const charge = newCharge(call, intent, method, failure);
  call.draft.put({ kind: 'paymentMethod', value: used });
  call.draft.put({ kind: 'charge', value: charge });
  call.draft.addEvent('charge.failed', chargeShape(call.draft, charge));
  const failed = putIntent(
    call,
    {
      ...intent,
      status: 'requires_payment_method',
      paymentMethod: null,
      latestCharge: charge.id,
      lastError: { failure, charge: charge.id, paymentMethod: method.id },
    },
    'payment_intent.payment_failed',
  );
  const body = errorObject({
    ...failureFields(failure),
    charge: charge.id,
    payment_intent: paymentIntentShape(call.draft, failed),
    payment_method: paymentMethodShape(used),
  });
  return { kind: 'declined', answer: { status: 402, body } };
}

function awaitAuthentication(call: Call, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  call.draft.put({ kind: 'paymentMethod', value: method });
  return putIntent(
    call,
    { ...intent, status: 'requires_action', paymentMethod: method.id, lastError: null },
    'payment_intent.requires_action',
  );
}

function newCharge(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure | null,
): Charge {
  return {
    id: newId('ch'),
    created: call.nowSeconds,
    amount: intent.amount,
    amountCaptured: 0,
    amountRefunded: 0,
    currency: intent.currency,
    status: failure === null ? 'succeeded' : 'failed',
    isCaptured: false,
    isRefunded: false,
    paymentIntent: intent.id,
    paymentMethod: method.id,
    card: method.card,
    billing: method.billing,
    balanceTransaction: null,
    failure,
    description: intent.description,
    receiptEmail: intent.receiptEmail,
    statementDescriptorSuffix: intent.statementDescriptorSuffix,
    shipping: intent.shipping,
    metadata: intent.metadata,
    origin: call.origin,
  };
}

/** Stripe's rule for a payment method that belongs to no customer: it serves one attempt, a declined one included. */
function refuseUsedMethod(method: PaymentMethod): void {
  if (method.usedBy === null) return;
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  );
}
