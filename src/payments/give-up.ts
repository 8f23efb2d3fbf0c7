import Stripe from 'stripe';
import type { EffectOutcome } from '@/idempotency';
import { env, processorKeyMemoryMs } from '@/platform/env';
import {
  type Charge,
  type Fact,
  factOfError,
  factOfIntent,
  intentParameters,
  requestOptions,
  stripe,
  unknown,
} from './processor';

/** How far apart the shop's and the processor's clocks may be, in seconds, when charges are listed by time. */
const clockSkewSeconds = 5 * 60;

/**
 * Gives a purchase up at the processor, without ever charging. It sends the purchase's own key with `confirm: false`: if
 * that makes something, the key had never been used; what was made is cancelled, and a send of the purchase that is still on
 * its way will be refused, because the key now has other parameters. If the processor says that the key was used with other
 * parameters, there is something to be found: by listing, because the search lags.
 */
export async function giveUp(request: Charge, ageMs: number): Promise<EffectOutcome<Fact>> {
  if (ageMs >= processorKeyMemoryMs) return (await findByListing(request, ageMs)) ?? notMade;
  try {
    const blocked = await stripe().paymentIntents.create(
      { ...intentParameters(request), confirm: false },
      requestOptions(request),
    );
    return await cancel(blocked.id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400) {
      const found = await findByListing(request, ageMs);
      return found ?? unknown('the key was used at the processor, and nothing of it is listed yet');
    }
    // A payment method that cannot be used is a decline here too: a used key would have been told first.
    return factOfError(error);
  }
}

const notMade: EffectOutcome<Fact> = { known: true, fact: { kind: 'not_made' } };

/** What the processor gives for a call, and no more: the search for a purchase must not go on behind its owner's back. */
function limits(): Stripe.RequestOptions {
  return { timeout: env().processor.timeoutMs };
}

/** Cancels an intent of the purchase that has charged nothing. The processor refuses to cancel one that has. */
async function cancel(intentId: string): Promise<EffectOutcome<Fact>> {
  try {
    const cancelled = await stripe().paymentIntents.cancel(
      intentId,
      { cancellation_reason: 'abandoned' },
      { ...limits(), idempotencyKey: `doubletap-cancel-${intentId}` },
    );
    return cancelled.status === 'canceled'
      ? notMade
      : unknown(`the intent ${intentId} is ${cancelled.status}`);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe().paymentIntents.retrieve(intentId, {}, limits());
    return status === 'canceled'
      ? notMade
      : unknown(`the intent ${intentId} is ${status} and cannot be cancelled`);
  }
}

/**
 * What the processor's own list says of a purchase, by time and our metadata. Null when nothing of it is there. The list is
 * read where a send can have been first, around the purchase's first lease and giving up, and only then up to now.
 */
async function findByListing(request: Charge, ageMs: number): Promise<EffectOutcome<Fact> | null> {
  const { giveUpAgeMs, leaseMs, processor } = env();
  const stopAt = performance.now() + processor.timeoutMs;
  const madeAt = Math.floor((Date.now() - ageMs) / 1_000);
  const since = madeAt - clockSkewSeconds;
  const until = madeAt + Math.ceil((giveUpAgeMs + leaseMs) / 1_000) + clockSkewSeconds;
  for (const created of [{ gte: since, lte: until }, { gt: until }]) {
    const listed = stripe().paymentIntents.list(
      { created, limit: 100, expand: ['data.latest_charge'] },
      limits(),
    );
    for await (const intent of listed) {
      if (isOf(intent, request))
        return cancellable.has(intent.status) && !intent.last_payment_error
          ? cancel(intent.id)
          : factOfIntent(intent, request);
      if (performance.now() > stopAt)
        return unknown('the processor has too many charges to look through in one go');
    }
  }
  return null;
}

/** States in which an intent has charged nothing, and could still do so. */
const cancellable = new Set<Stripe.PaymentIntent.Status>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
]);

function isOf({ metadata }: Stripe.PaymentIntent, { metadata: wanted }: Charge): boolean {
  return ['installation', 'operation', 'shopper', 'key'].every((name) => metadata[name] === wanted[name]);
}
