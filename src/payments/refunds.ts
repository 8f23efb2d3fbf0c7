import Stripe from 'stripe';
import type { EffectOutcome } from '@/idempotency';
import { env } from '@/platform/env';
import { log } from '@/platform/log';
import { stripe } from './processor';

/** What the processor says became of a refund. */
export type RefundFact =
  | { readonly kind: 'refunded'; readonly refundId: string }
  /** Nothing was given back. After a success it says that the money has come back to us. */
  | { readonly kind: 'refund_failed'; readonly refundId: string | null; readonly why: string };

/** Everything that goes to the processor for a refund: the same from every owner. */
export interface RefundRequest {
  readonly processorKey: string;
  readonly chargeId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly reason: Stripe.RefundCreateParams.Reason;
  /** Whose refund it is; it is found again by this. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A refund as the processor has it at this moment, whoever made it. */
export interface ReportedRefund {
  readonly refundId: string;
  readonly chargeId: string | null;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly outcome: EffectOutcome<RefundFact>;
}

/**
 * Gives money back, once for one processor key, however often it is called. Never throws: what is not a definite answer
 * of the processor is unknown, and so is a refund that is pending there.
 */
export async function createRefund(request: RefundRequest): Promise<EffectOutcome<RefundFact>> {
  const { chargeId, amount, reason, metadata, processorKey } = request;
  try {
    const created = await stripe().refunds.create(
      { charge: chargeId, amount, reason, metadata },
      { idempotencyKey: processorKey, timeout: env().processor.timeoutMs },
    );
    // The key repeats the first answer for a day: what was pending then may have ended long ago.
    const isFinal = created.status === 'succeeded' || failedStates.has(created.status ?? '');
    return outcomeFor(request, isFinal ? report(created) : await readRefund(created.id));
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** The present state of a refund, by the processor's id. Throws when the processor cannot be asked. */
export async function readRefund(refundId: string): Promise<ReportedRefund> {
  return report(await stripe().refunds.retrieve(refundId, {}, { timeout: env().processor.timeoutMs }));
}

/**
 * Looks a refund up in the processor's list of its charge, by our metadata. Null when it is not there. Throws when the
 * processor cannot be asked.
 */
export async function findRefund(request: RefundRequest): Promise<EffectOutcome<RefundFact> | null> {
  const wanted = Object.entries(request.metadata);
  const refunds = stripe().refunds.list(
    { charge: request.chargeId, limit: 100 },
    { timeout: env().processor.timeoutMs },
  );
  for await (const refund of refunds) {
    if (wanted.every(([name, value]) => refund.metadata?.[name] === value)) {
      return outcomeFor(request, report(refund));
    }
  }
  return null;
}

/** The purchase that a charge was made for, as its metadata says. Throws when the processor cannot be asked. */
export async function readChargeMetadata(chargeId: string): Promise<Readonly<Record<string, string>>> {
  return (await stripe().charges.retrieve(chargeId, {}, { timeout: env().processor.timeoutMs })).metadata;
}

/** Stripe's states of a refund in which no money has gone back, and none will. */
const failedStates = new Set(['failed', 'canceled']);

/** What a refund object of the processor says. */
export function report(refund: Stripe.Refund): ReportedRefund {
  const { id, charge, amount, currency, status, reason, metadata, failure_reason: failure } = refund;
  let outcome = unknown(`the refund ${id} is ${status}`);
  if (status === 'succeeded') outcome = { known: true, fact: { kind: 'refunded', refundId: id } };
  if (failedStates.has(status ?? '')) {
    outcome = { known: true, fact: { kind: 'refund_failed', refundId: id, why: failure ?? `${status}` } };
  }
  return {
    refundId: id,
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
    amount,
    currency: currency.toUpperCase(),
    reason,
    metadata: metadata ?? {},
    outcome,
  };
}

function outcomeFor(request: RefundRequest, reported: ReportedRefund): EffectOutcome<RefundFact> {
  if (reported.amount === request.amount && reported.currency === request.currency) return reported.outcome;
  const { refundId, amount, currency } = reported;
  log().error({ refund: refundId, alarm: true }, 'the processor gave back another amount than was asked for');
  return unknown(`the refund ${refundId} gave back ${amount} ${currency}`);
}

/** Stripe's codes that say: nothing of this charge can be given back (any more), and this request did nothing. */
const definiteCodes = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
]);

/**
 * Says what an error of the SDK means. Definite is only a 400 that names the charge's state or the amount: had an earlier
 * send of this key given money back, the key would have repeated that answer. Everything else is unknown, and our own
 * faults alarm.
 */
function outcomeOfError(error: unknown): EffectOutcome<RefundFact> {
  if (!(error instanceof Stripe.errors.StripeError)) return unknown(String(error));
  const { statusCode, code, message, param } = error;
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && statusCode === 400;
  if (isRefused && (definiteCodes.has(code ?? '') || param === 'amount')) {
    return { known: true, fact: { kind: 'refund_failed', refundId: null, why: message } };
  }
  const isOurFault = statusCode !== undefined && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
  log()[isOurFault ? 'error' : 'warn'](
    { err: error, alarm: isOurFault },
    'the processor gave no definite answer to a refund',
  );
  return unknown(`${error.type} ${code ?? ''} ${statusCode ?? 'without a status'}`);
}

function unknown(why: string): EffectOutcome<RefundFact> {
  return { known: false, why };
}
