import Stripe from 'stripe';
import type { EffectOutcome } from '@/idempotency';
import { env } from '@/platform/env';
import { log } from '@/platform/log';

/** What the processor says happened. */
export type Fact =
  | { readonly kind: 'captured'; readonly intentId: string; readonly chargeId: string; readonly card: Card }
  | {
      readonly kind: 'declined';
      readonly declineCode: string;
      readonly message: string;
      readonly intentId: string | null;
    };

export interface Card {
  readonly brand: string;
  readonly last4: string;
}

/** Everything that goes to the processor for a purchase. It derives from the frozen input, so every owner sends the same. */
export interface Charge {
  readonly processorKey: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly paymentMethodId: string;
  readonly email: string;
  readonly shipping: Stripe.PaymentIntentCreateParams['shipping'];
  readonly metadata: Readonly<Record<string, string>>;
}

let client: Stripe | undefined;

function stripe(): Stripe {
  const { secretKey, apiBase } = env().processor;
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  client ??= new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    // One retrying layer: the browser retries the shop, and the shop does not retry the processor.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return client;
}

/**
 * Charges a card, once for one processor key, however often it is called. Never throws: what is not a definite answer of
 * the processor is unknown.
 */
export async function charge(request: Charge): Promise<EffectOutcome<Fact>> {
  try {
    const intent = await stripe().paymentIntents.create(
      {
        amount: request.amount,
        currency: request.currency.toLowerCase(),
        payment_method: request.paymentMethodId,
        confirm: true,
        // The shopper is not sent elsewhere: a card that needs that is declined as `authentication_required`.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        error_on_requires_action: true,
        receipt_email: request.email,
        metadata: request.metadata,
        ...(request.shipping ? { shipping: request.shipping } : {}),
        expand: ['latest_charge'],
      },
      { idempotencyKey: request.processorKey, timeout: env().processor.timeoutMs },
    );
    return factOf(intent, request);
  } catch (error) {
    return factOfError(error);
  }
}

function factOf(intent: Stripe.PaymentIntent, request: Charge): EffectOutcome<Fact> {
  const charged = intent.latest_charge;
  if (intent.status !== 'succeeded' || charged === null || typeof charged === 'string') {
    return unknown(`the payment intent ${intent.id} is ${intent.status}`);
  }
  if (intent.amount_received !== request.amount || intent.currency !== request.currency.toLowerCase()) {
    log().error(
      { intent: intent.id, alarm: true },
      'the processor captured another amount than was asked for',
    );
    return unknown(`the payment intent ${intent.id} captured ${intent.amount_received} ${intent.currency}`);
  }
  const card = charged.payment_method_details?.card;
  return {
    known: true,
    fact: {
      kind: 'captured',
      intentId: intent.id,
      chargeId: charged.id,
      card: { brand: card?.brand ?? 'card', last4: card?.last4 ?? '' },
    },
  };
}

/** Says what an error of the SDK means: a decline is a fact, everything else is unknown, and our own faults alarm. */
export function factOfError(error: unknown): EffectOutcome<Fact> {
  if (!(error instanceof Stripe.errors.StripeError)) return unknown(String(error));
  const { statusCode, code, decline_code, message, param, payment_intent } = error;
  const isDecline = statusCode === 402;
  const isUnusableMethod = statusCode === 400 && param === 'payment_method';
  if (isDecline || isUnusableMethod) {
    return {
      known: true,
      fact: {
        kind: 'declined',
        declineCode: decline_code ?? code ?? 'card_declined',
        message: isUnusableMethod ? 'This card can no longer be used. Please enter it again.' : message,
        intentId: payment_intent?.id ?? null,
      },
    };
  }
  // A 401, 403 or 400 says that our side is wrong: a person must look, and the purchase stays in doubt until then.
  const isOurFault = statusCode !== undefined && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
  log()[isOurFault ? 'error' : 'warn'](
    { err: error, alarm: isOurFault },
    'the processor gave no definite answer',
  );
  return unknown(`${error.type} ${statusCode ?? 'without a status'}: ${message}`);
}

function unknown(why: string): EffectOutcome<Fact> {
  return { known: false, why };
}
