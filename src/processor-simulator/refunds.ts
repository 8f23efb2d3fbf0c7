import { formatAmount } from './currencies';
import { invalidRequest, noSuch } from './errors';
import { EXPANDABLE, expand } from './expansion';
import { newId } from './identifiers';
import { listPage, listParameters } from './lists';
import { type Answer, type Call, type Operation, ok, operation } from './operation';
import { integer, metadata, oneOf, parameters, text } from './parameters';
import type { BalanceTransaction, Charge, Refund } from './records';
import { refundCourse } from './refund-outcomes';
import { chargeShape, refundShape } from './shapes';

const createFields = parameters({
  charge: text(255),
  payment_intent: text(255),
  amount: integer({ minimum: 1 }),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: metadata(),
  expand: expand(EXPANDABLE.refund),
});

/** The endpoints under `/v1/refunds`. A refund succeeds at once, except where the test card is for something else. */
export const refundOperations: readonly Operation[] = [
  operation(
    'POST',
    '/v1/refunds',
    (raw) => {
      const given = createFields(raw);
      if (given.charge === undefined && given.payment_intent === undefined) {
        throw invalidRequest(
          'One of the following params should be provided for this request: payment_intent or charge.',
          {
            code: 'parameter_missing',
            param: 'payment_intent',
          },
        );
      }
      return given;
    },
    create,
  ),
  operation(
    'GET',
    '/v1/refunds',
    listParameters(EXPANDABLE.refund, { charge: text(255), payment_intent: text(255) }),
    (call, given) =>
      ok(
        listPage(
          '/v1/refunds',
          'refund',
          call.books.refunds,
          given,
          (refund) => refundShape(call.books, refund, given.expand),
          (refund) =>
            (given.charge === undefined || refund.charge === given.charge) &&
            (given.payment_intent === undefined || refund.paymentIntent === given.payment_intent),
        ),
      ),
  ),
  operation(
    'GET',
    '/v1/refunds/:id',
    parameters({ expand: expand(EXPANDABLE.refund) }),
    (call, given, id) => {
      const refund = call.books.refund(id);
      if (refund === undefined) throw noSuch('refund', id, 'refund', 404);
      return ok(refundShape(call.books, refund, given.expand));
    },
  ),
];

function create(call: Call, given: ReturnType<typeof createFields>): Answer {
  const charge = findCharge(call, given);
  const left = refundable(charge);
  const amount = given.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
      { param: 'amount' },
    );
  }
  const transaction = newId('txn');
  const course = refundCourse(charge.card.behaviour);
  const refund: Refund = {
    id: newId('re'),
    created: call.nowSeconds,
    amount,
    currency: charge.currency,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    balanceTransaction: transaction,
    status: course.first,
    outcome: course.later === null ? null : { status: course.later, atMs: call.nowMs + call.refundDelayMs },
    failure: null,
    reason: given.reason ?? null,
    metadata: given.metadata,
    origin: call.origin,
  };
  const booked: BalanceTransaction = {
    id: transaction,
    created: call.nowSeconds,
    availableOn: call.nowSeconds,
    amount: -amount,
    // The price of the payment is not given back, and a refund costs nothing more.
    fee: 0,
    currency: charge.currency,
    type: 'refund',
    source: refund.id,
    description:
      charge.description === null ? 'REFUND FOR CHARGE' : `REFUND FOR CHARGE (${charge.description})`,
  };
  const amountRefunded = charge.amountRefunded + amount;
  const refunded: Charge = {
    ...charge,
    amountRefunded,
    isRefunded: amountRefunded === charge.amountCaptured,
  };
  call.draft.put({ kind: 'refund', value: refund });
  call.draft.put({ kind: 'balanceTransaction', value: booked });
  call.draft.put({ kind: 'charge', value: refunded });
  call.draft.addEvent('refund.created', refundShape(call.draft, refund));
  call.draft.addEvent('charge.refunded', chargeShape(call.draft, refunded));
  return ok(refundShape(call.draft, refund, given.expand));
}

function findCharge(call: Call, given: ReturnType<typeof createFields>): Charge {
  const { charge: chargeId, payment_intent: intentId } = given;
  const intent = intentId === undefined ? undefined : call.draft.paymentIntent(intentId);
  if (intentId !== undefined && intent === undefined) {
    throw noSuch('payment_intent', intentId, 'payment_intent', 400);
  }
  const id = chargeId ?? intent?.latestCharge ?? undefined;
  const charge = id === undefined ? undefined : call.draft.charge(id);
  if (charge === undefined) {
    if (chargeId !== undefined) throw noSuch('charge', chargeId, 'charge', 400);
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  if (intent !== undefined && charge.paymentIntent !== intent.id) {
    throw invalidRequest(`Charge ${charge.id} does not belong to PaymentIntent ${intent.id}.`, {
      param: 'charge',
    });
  }
  return charge;
}

function refundable(charge: Charge): number {
  if (charge.isRefunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (charge.status === 'failed' || !charge.isCaptured) {
    throw invalidRequest(
      charge.status === 'failed'
        ? `Charge ${charge.id} failed, so there is nothing to refund.`
        : `Charge ${charge.id} has not been captured. Cancel its PaymentIntent to release the authorization.`,
      { param: 'charge' },
    );
  }
  return charge.amountCaptured - charge.amountRefunded;
}
