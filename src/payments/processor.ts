import Stripe from 'stripe';
import type { EffectOutcome } from '@/idempotency';
import { env } from '@/platform/env';
import { outside } from '@/platform/line';
import { log } from '@/platform/log';
import { Breaker } from './breaker';
import { oneCallClient } from './one-call';

/** What the processor says happened. */
export type Fact =
  | { readonly kind: 'captured'; readonly intentId: string; readonly chargeId: string; readonly card: Card }
  | {
      readonly kind: 'declined';
      readonly declineCode: string;
      readonly message: string;
      readonly intentId: string | null;
    }
  /** Nothing was charged, and nothing can be any more. */
  | { readonly kind: 'not_made' };

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

export function stripe(): Stripe {
  const { secretKey, apiBase } = env().processor;
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  client ??= new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    // One retrying layer: the browser retries the shop, and the shop does not retry the processor.
    maxNetworkRetries: 0,
    httpClient: oneCallClient(isPlain),
    telemetry: false,
  });
  return client;
}

/** What came of one call: an answer, or what the SDK threw. */
type Called = { readonly intent: Stripe.PaymentIntent } | { readonly error: unknown };

let breaker: Breaker<Called> | undefined;

/** The process's one breaker around charges. */
export function processorBreaker(): Breaker<Called> {
  breaker ??= new Breaker(env().processor.restMs, (called) => 'error' in called && isMissing(called.error));
  return breaker;
}

/** The processor cannot be reached, did not answer in time, or is broken. Everything else is an answer of its own. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error instanceof Stripe.errors.StripeConnectionError || (error.statusCode ?? 0) >= 500;
}

/**
 * Charges a card, once for one processor key, however often it is called. Never throws: what is not a definite answer of
 * the processor is unknown.
 */
export async function charge(request: Charge): Promise<EffectOutcome<Fact>> {
  const parameters = {
    ...intentParameters(request),
    confirm: true,
    // A card that needs the shopper elsewhere is declined as `authentication_required`.
    error_on_requires_action: true,
  };
  const called = await processorBreaker().run(() =>
    outside(() => stripe().paymentIntents.create(parameters, requestOptions(request))).then(
      (intent): Called => ({ intent }),
      (error: unknown): Called => ({ error }),
    ),
  );
  return 'intent' in called ? factOfIntent(called.intent, request) : factOfError(called.error);
}

/** The parameters of a purchase's payment intent: the same from every owner. */
export function intentParameters(request: Charge): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amount,
    currency: request.currency.toLowerCase(),
    payment_method: request.paymentMethodId,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    receipt_email: request.email,
    metadata: request.metadata,
    ...(request.shipping ? { shipping: request.shipping } : {}),
    expand: ['latest_charge'],
  };
}

export function requestOptions({ processorKey }: Charge): Stripe.RequestOptions {
  return { idempotencyKey: processorKey, timeout: env().processor.timeoutMs };
}

/** What a payment intent of a purchase says. It must have been read with its latest charge expanded. */
export function factOfIntent(
  intent: Stripe.PaymentIntent,
  request: Pick<Charge, 'amount' | 'currency'>,
): EffectOutcome<Fact> {
  const { id, status, latest_charge: charged, last_payment_error: failure } = intent;
  if (status === 'canceled') return { known: true, fact: { kind: 'not_made' } };
  if (status === 'requires_payment_method' && failure) {
    const declineCode = failure.decline_code || failure.code || 'card_declined';
    return {
      known: true,
      fact: { kind: 'declined', declineCode, message: failure.message ?? declined, intentId: id },
    };
  }
  if (status !== 'succeeded' || charged === null || typeof charged === 'string') {
    return unknown(`the payment intent ${id} is ${status}`);
  }
  if (intent.amount_received !== request.amount || intent.currency !== request.currency.toLowerCase()) {
    log().error({ intent: id, alarm: true }, 'the processor captured another amount than was asked for');
    return unknown(`the payment intent ${id} captured ${intent.amount_received} ${intent.currency}`);
  }
  const card = charged.payment_method_details?.card;
  return {
    known: true,
    fact: {
      kind: 'captured',
      intentId: id,
      chargeId: charged.id,
      card: { brand: card?.brand ?? 'card', last4: card?.last4 ?? '' },
    },
  };
}

const declined = 'Your card was declined.';

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
        declineCode: decline_code || code || 'card_declined', // the SDK writes '' for what is missing
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
  // Not its message, which may quote the shopper's data and would end in the log.
  return unknown(`${error.type} ${code ?? ''} ${statusCode ?? 'without a status'}`);
}

export function unknown(why: string): EffectOutcome<Fact> {
  return { known: false, why };
}
