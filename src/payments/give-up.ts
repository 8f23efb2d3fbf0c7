import Stripe from 'stripe';
import type { EffectOutcome } from '@/idempotency';
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

/**
 * The processor forgets a key after 24 hours: from then on sending it again would charge again. One hour of margin is left
 * for clocks and slow answers.
 */
export const keyMemoryMs = 23 * 60 * 60_000;

/** How far apart the shop's and the processor's clocks may be, in seconds, when charges are listed by time. */
const clockSkewSeconds = 5 * 60;

/**
 * Gives a purchase up at the processor, without ever charging. It sends the purchase's own key with `confirm: false`: if
 * that makes something, the key had never been used; what was made is cancelled, and a send of the purchase that is still on
 * its way will be refused, because the key now has other parameters. If the processor says that the key was used with other
 * parameters, there is something to be found: by listing, because the search lags.
 */
export async function giveUp(request: Charge, ageMs: number): Promise<EffectOutcome<Fact>> {
  if (ageMs >= keyMemoryMs) return (await findByListing(request, ageMs)) ?? notMade;
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

async function cancel(intentId: string): Promise<EffectOutcome<Fact>> {
  try {
    const cancelled = await stripe().paymentIntents.cancel(
      intentId,
      { cancellation_reason: 'abandoned' },
      { idempotencyKey: `doubletap-cancel-${intentId}` },
    );
    return cancelled.status === 'canceled'
      ? notMade
      : unknown(`the intent ${intentId} is ${cancelled.status}`);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe().paymentIntents.retrieve(intentId);
    return status === 'canceled'
      ? notMade
      : unknown(`the intent ${intentId} is ${status} and cannot be cancelled`);
  }
}

/** What the processor's own list says of a purchase, by time and our metadata. Null when nothing of it is there. */
async function findByListing(request: Charge, ageMs: number): Promise<EffectOutcome<Fact> | null> {
  const since = Math.floor((Date.now() - ageMs) / 1_000) - clockSkewSeconds;
  const intents = stripe().paymentIntents.list({
    created: { gte: since },
    limit: 100,
    expand: ['data.latest_charge'],
  });
  for await (const intent of intents) {
    const { installation, operation, shopper, key } = intent.metadata;
    const wanted = request.metadata;
    const isOurs = installation === wanted.installation && operation === wanted.operation;
    if (isOurs && shopper === wanted.shopper && key === wanted.key) return factOfIntent(intent, request);
  }
  return null;
}
