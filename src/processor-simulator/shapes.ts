import type { Ledger } from './books';
import { cardChecks, failureFields, outcomeShape, paymentMethodShape, type Shape } from './card-shapes';
import { Expansion } from './expansion';
import type { BalanceTransaction, BookEvent, Charge, PaymentIntent, Refund } from './records';

// Stripe's shapes, field by field as the SDK's types of this version declare them.

export const API_VERSION = '2026-10-28.endive';

export function paymentIntentShape(ledger: Ledger, intent: PaymentIntent, expansion = Expansion.none): Shape {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: intent.amountCapturable,
    amount_details: { tip: {} },
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      intent.automaticPaymentMethods === null
        ? null
        : { allow_redirects: intent.automaticPaymentMethods.allowRedirects, enabled: true },
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: lastError(ledger, intent),
    latest_charge: reference('latest_charge', intent.latestCharge, expansion, (id, below) => {
      const charge = ledger.charge(id);
      return charge && chargeShape(ledger, charge, below);
    }),
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    on_behalf_of: null,
    payment_method: reference('payment_method', intent.paymentMethod, expansion, (id) => {
      const method = ledger.paymentMethod(id);
      return method && paymentMethodShape(method);
    }),
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: intent.shipping,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export function chargeShape(ledger: Ledger, charge: Charge, expansion = Expansion.none): Shape {
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: reference('balance_transaction', charge.balanceTransaction, expansion, (id) => {
      const transaction = ledger.balanceTransaction(id);
      return transaction && balanceTransactionShape(ledger, transaction);
    }),
    billing_details: { ...charge.billing, tax_id: null },
    calculated_statement_descriptor: 'SIMULATOR',
    captured: charge.isCaptured,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeShape(charge.failure),
    paid: charge.status === 'succeeded',
    payment_intent: reference('payment_intent', charge.paymentIntent, expansion, (id) => {
      const intent = ledger.paymentIntent(id);
      return intent && paymentIntentShape(ledger, intent);
    }),
    payment_method: charge.paymentMethod,
    payment_method_details: {
      card: {
        amount_authorized: charge.status === 'succeeded' ? charge.amount : null,
        authorization_code: null,
        brand: charge.card.brand,
        checks: cardChecks(charge.card),
        country: charge.card.country,
        electronic_commerce_indicator: null,
        exp_month: charge.card.expMonth,
        exp_year: charge.card.expYear,
        fingerprint: charge.card.fingerprint,
        funding: charge.card.funding,
        installments: null,
        last4: charge.card.last4,
        mandate: null,
        network: charge.card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.isRefunded,
    review: null,
    shipping: charge.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export function refundShape(ledger: Ledger, refund: Refund, expansion = Expansion.none): Shape {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: reference('balance_transaction', refund.balanceTransaction, expansion, (id) => {
      const transaction = ledger.balanceTransaction(id);
      return transaction && balanceTransactionShape(ledger, transaction);
    }),
    charge: reference('charge', refund.charge, expansion, (id, below) => {
      const charge = ledger.charge(id);
      return charge && chargeShape(ledger, charge, below);
    }),
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: refund.metadata,
    payment_intent: reference('payment_intent', refund.paymentIntent, expansion, (id) => {
      const intent = ledger.paymentIntent(id);
      return intent && paymentIntentShape(ledger, intent);
    }),
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
    ...(refund.status === 'pending' ? { pending_reason: 'processing' } : {}),
    ...(refund.failure === null
      ? {}
      : {
          failure_balance_transaction: refund.failure.balanceTransaction,
          failure_reason: refund.failure.reason,
        }),
  };
}

/** `nowSeconds` decides whether the money is available yet; without it the transaction is as it was when made. */
export function balanceTransactionShape(
  ledger: Ledger,
  transaction: BalanceTransaction,
  expansion = Expansion.none,
  nowSeconds = transaction.created,
): Shape {
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount: transaction.amount,
    available_on: transaction.availableOn,
    balance_type: 'payments',
    created: transaction.created,
    currency: transaction.currency,
    description: transaction.description,
    exchange_rate: null,
    fee: transaction.fee,
    fee_details:
      transaction.fee === 0
        ? []
        : [
            {
              amount: transaction.fee,
              application: null,
              currency: transaction.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: transaction.amount - transaction.fee,
    reporting_category: transaction.type,
    source: reference('source', transaction.source, expansion, (id) => {
      const charge = ledger.charge(id);
      if (charge !== undefined) return chargeShape(ledger, charge);
      const refund = ledger.refund(id);
      return refund && refundShape(ledger, refund);
    }),
    status: transaction.availableOn <= nowSeconds ? 'available' : 'pending',
    type: transaction.type,
  };
}

/** `pendingWebhooks`: at how many endpoints its delivery is not acknowledged. */
export function eventShape(event: BookEvent, pendingWebhooks: number): Shape {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object, ...(event.previous && { previous_attributes: event.previous }) },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: {
      id: event.origin?.requestId ?? null,
      idempotency_key: event.origin?.idempotencyKey ?? null,
    },
    type: event.type,
  };
}

function lastError(ledger: Ledger, intent: PaymentIntent): Shape | null {
  if (intent.lastError === null) return null;
  const method = ledger.paymentMethod(intent.lastError.paymentMethod);
  return {
    charge: intent.lastError.charge,
    ...failureFields(intent.lastError.failure),
    payment_method: method === undefined ? null : paymentMethodShape(method),
  };
}

function reference(
  name: string,
  id: string | null,
  expansion: Expansion,
  whole: (id: string, below: Expansion) => Shape | undefined,
): unknown {
  if (id === null || !expansion.has(name)) return id;
  return whole(id, expansion.below(name)) ?? id;
}
