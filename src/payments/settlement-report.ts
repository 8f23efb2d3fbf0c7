import Stripe from 'stripe';
import { type Card, stripe } from './processor';
import { type ReportedRefund, report } from './refunds';

/** The settlement report: the processor's own list of what it really charged and gave back. */
export interface SettlementLine {
  /** The processor's id of the balance transaction. */
  readonly transactionId: string;
  /** What the processor kept, in minor units of `feeCurrency`. */
  readonly fee: number;
  readonly feeCurrency: string;
  readonly of: SettledCharge | SettledRefund;
}

/** A charge that was captured. */
export interface SettledCharge {
  readonly kind: 'charge';
  readonly chargeId: string;
  readonly intentId: string;
  /** Minor units that were captured, and those of them that went back since. */
  readonly amount: number;
  readonly amountRefunded: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly createdAt: Date;
  readonly card: Card;
  /** What our metadata says it was made for; null where it says nothing. */
  readonly purchase: { readonly operation: string; readonly scope: string; readonly key: string } | null;
}

export interface SettledRefund extends ReportedRefund {
  readonly kind: 'refund';
  readonly createdAt: Date;
}

export interface ReportPeriod {
  readonly from: Date;
  /** Null: up to this moment. */
  readonly to: Date | null;
}

/**
 * Pages through the processor's balance transactions of a period, newest first. Charges are those of our installation.
 * Refunds are those of ours and those that name no installation, since an operator may make one at the processor itself:
 * whether its charge is ours, the reader knows. Throws when the processor cannot be reached: half a report is none.
 */
export async function* settlementReport(
  installation: string,
  { from, to }: ReportPeriod,
): AsyncGenerator<SettlementLine> {
  const transactions = stripe().balanceTransactions.list({
    created: { gte: seconds(from), ...(to ? { lte: seconds(to) } : {}) },
    limit: 100,
    expand: ['data.source'],
  });
  for await (const { id, fee, currency, source } of transactions) {
    const of = source === null || typeof source === 'string' ? null : settled(source, installation);
    if (of) yield { transactionId: id, fee, feeCurrency: currency.toUpperCase(), of };
  }
}

/** Whether the processor has a charge or refund of that id, whenever it was made. Throws when it cannot be asked. */
export async function isAtProcessor(id: string): Promise<boolean> {
  try {
    await (id.startsWith('re_') ? stripe().refunds.retrieve(id) : stripe().charges.retrieve(id));
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return false;
    throw error;
  }
}

/** Why the processor does not answer. Null for an error that is not the processor's. */
export function whyUnreadable(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return `${error.type} ${error.statusCode ?? 'without a status'}: ${error.message}`;
}

function settled(source: Stripe.BalanceTransactionSource, installation: string): SettlementLine['of'] | null {
  if (source.object === 'charge') {
    return source.metadata.installation === installation ? settledCharge(source) : null;
  }
  if (source.object !== 'refund') return null;
  const { installation: named } = source.metadata ?? {};
  if (named !== undefined && named !== installation) return null;
  return { ...report(source), kind: 'refund', createdAt: new Date(source.created * 1_000) };
}

function settledCharge(charge: Stripe.Charge): SettledCharge {
  const { operation, shopper: scope, key } = charge.metadata;
  const isNamed = operation !== undefined && scope !== undefined && key !== undefined;
  const { payment_intent: intent, payment_method_details: method } = charge;
  return {
    kind: 'charge',
    chargeId: charge.id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: charge.amount_captured,
    amountRefunded: charge.amount_refunded,
    currency: charge.currency.toUpperCase(),
    createdAt: new Date(charge.created * 1_000),
    card: { brand: method?.card?.brand ?? 'card', last4: method?.card?.last4 ?? '' },
    purchase: isNamed ? { operation, scope, key } : null,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
