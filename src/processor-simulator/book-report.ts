import type { Books } from './books';
import type { IdempotencyKeys, KeyUse } from './idempotency';
import type { Charge } from './records';

/** A count, and its sums in minor units by currency. */
export interface Total {
  readonly count: number;
  readonly sums: Readonly<Record<string, number>>;
}

export interface ReportedCharge {
  readonly id: string;
  readonly account: string;
  /** Unix seconds. */
  readonly created: number;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly status: 'captured' | 'authorized' | 'released' | 'declined';
  readonly declineCode: string | null;
  readonly card: { readonly brand: string; readonly last4: string };
  readonly paymentIntent: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | null;
  /** How many requests came with that key while it was kept, the one that made the charge included. */
  readonly requests: number;
}

export interface ReportedKey extends Omit<KeyUse, 'answer' | 'keptFromMs'> {
  /** The status of the kept answer; null when the key holds none. */
  readonly status: number | null;
}

/** The books as a witness tells them: what was charged, and how often it was asked for. */
export interface BookReport {
  readonly at: number;
  readonly totals: {
    readonly captured: Total;
    readonly authorized: Total;
    readonly declined: Total;
    readonly refunded: Total;
  };
  /** Newest first. */
  readonly charges: readonly ReportedCharge[];
  /** Newest first. */
  readonly keys: readonly ReportedKey[];
}

export function bookReport(books: Books, keys: IdempotencyKeys, nowMs: number): BookReport {
  const uses = keys.uses();
  const byRequest = new Map(uses.map((use) => [use.requestId, use]));
  const charges = [...books.accounts].flatMap(([account, own]) =>
    [...own.charges.values()].map((charge) =>
      reported(account, charge, byRequest.get(charge.origin.requestId)),
    ),
  );
  const refunds = [...books.accounts.values()]
    .flatMap((own) => [...own.refunds.values()])
    .filter((refund) => refund.status !== 'failed');
  const withStatus = (...wanted: readonly string[]) =>
    charges.filter((charge) => wanted.includes(charge.status));
  return {
    at: nowMs,
    totals: {
      captured: total(withStatus('captured').map((charge) => [charge.currency, charge.amountCaptured])),
      authorized: total(withStatus('authorized').map((charge) => [charge.currency, charge.amount])),
      declined: total(withStatus('declined').map((charge) => [charge.currency, charge.amount])),
      refunded: total(refunds.map((refund) => [refund.currency, refund.amount])),
    },
    charges: newestFirst(charges, (charge) => charge.created),
    keys: newestFirst(
      uses.map(({ answer, keptFromMs: _, ...use }) => ({ ...use, status: answer?.status ?? null })),
      (use) => use.firstAtMs,
    ),
  };
}

function reported(account: string, charge: Charge, use: KeyUse | undefined): ReportedCharge {
  return {
    id: charge.id,
    account,
    created: charge.created,
    amount: charge.amount,
    amountCaptured: charge.amountCaptured,
    amountRefunded: charge.amountRefunded,
    currency: charge.currency,
    status: statusOf(charge),
    declineCode: charge.failure === null ? null : (charge.failure.declineCode ?? charge.failure.code),
    card: { brand: charge.card.brand, last4: charge.card.last4 },
    paymentIntent: charge.paymentIntent,
    metadata: charge.metadata,
    idempotencyKey: charge.origin.idempotencyKey,
    requests: use?.requests ?? 1,
  };
}

function statusOf(charge: Charge): ReportedCharge['status'] {
  if (charge.status === 'failed') return 'declined';
  if (charge.isCaptured) return 'captured';
  return charge.isRefunded ? 'released' : 'authorized';
}

function total(amounts: readonly (readonly [currency: string, amount: number])[]): Total {
  const sums: Record<string, number> = {};
  for (const [currency, amount] of amounts) sums[currency] = (sums[currency] ?? 0) + amount;
  return { count: amounts.length, sums };
}

/** Later entries of the same moment come first as well. */
export function newestFirst<T>(entries: readonly T[], at: (entry: T) => number): T[] {
  return [...entries].reverse().sort((one, other) => at(other) - at(one));
}
