import type { Behaviour } from './behaviours';
import { type Books, Draft } from './books';
import { newId } from './identifiers';
import type { Recorder } from './recorder';
import type { BalanceTransaction, JournalRecord, Refund } from './records';
import { refundShape } from './shapes';

interface Course {
  readonly first: Refund['status'];
  readonly later: 'succeeded' | 'failed' | null;
}

/** How a refund to a card goes: docs.stripe.com/testing has one card for each way that is not at once. */
export function refundCourse(behaviour: Behaviour): Course {
  if (behaviour === 'refund_pending') return { first: 'pending', later: 'succeeded' };
  if (behaviour === 'refund_fails') return { first: 'succeeded', later: 'failed' };
  return { first: 'succeeded', later: null };
}

/** What a draft has to hold so that a refund's outcome is in the books. Nothing when it is there already. */
function settle(draft: Draft, id: string, nowSeconds: number): void {
  const refund = draft.refund(id);
  if (refund === undefined || refund.outcome === null) return;
  if (refund.outcome.status === 'failed') fail(draft, refund, nowSeconds);
  else {
    const settled: Refund = { ...refund, status: 'succeeded', outcome: null };
    draft.put({ kind: 'refund', value: settled });
    tell(draft, settled, { status: refund.status, pending_reason: 'processing' });
  }
}

/** The money is the account's again, and the charge can be refunded once more. */
function fail(draft: Draft, refund: Refund, nowSeconds: number): void {
  const returned: BalanceTransaction = {
    id: newId('txn'),
    created: nowSeconds,
    availableOn: nowSeconds,
    amount: refund.amount,
    fee: 0,
    currency: refund.currency,
    type: 'refund_failure',
    source: refund.id,
    description: 'REFUND FAILURE',
  };
  const failed: Refund = {
    ...refund,
    status: 'failed',
    outcome: null,
    failure: { reason: 'expired_or_canceled_card', balanceTransaction: returned.id },
  };
  draft.put({ kind: 'balanceTransaction', value: returned });
  draft.put({ kind: 'refund', value: failed });
  const charge = draft.charge(refund.charge);
  if (charge !== undefined) {
    const amountRefunded = charge.amountRefunded - refund.amount;
    draft.put({ kind: 'charge', value: { ...charge, amountRefunded, isRefunded: false } });
  }
  tell(draft, failed, {
    failure_balance_transaction: null,
    failure_reason: null,
    status: refund.status,
  });
  draft.addEvent('refund.failed', refundShape(draft, failed));
}

function tell(draft: Draft, refund: Refund, previous: Record<string, unknown>): void {
  draft.addEvent('refund.updated', refundShape(draft, refund), previous);
  draft.addEvent('charge.refund.updated', refundShape(draft, refund), previous);
}

/** Changes refunds when their time has come, as the card networks do at Stripe. */
export class RefundOutcomes {
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosed = false;

  constructor(
    private readonly books: Books,
    private readonly recorder: Recorder,
    private readonly now: () => number,
  ) {}

  /** Takes up what a restart interrupted. What became due meanwhile happens at once. */
  resume(): void {
    for (const [account, own] of this.books.accounts) {
      for (const refund of own.refunds.values()) this.schedule(account, refund);
    }
  }

  /** Notes the refunds of a record that is on the disk. */
  take(record: JournalRecord): void {
    for (const entry of record.puts) {
      if (entry.kind === 'refund') this.schedule(record.account, entry.value);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private schedule(account: string, refund: Refund): void {
    if (refund.outcome === null || this.isClosed) return;
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.happen(account, refund.id);
      },
      Math.max(0, refund.outcome.atMs - this.now()),
    );
    this.timers.add(timer);
  }

  private happen(account: string, id: string): void {
    const nowSeconds = Math.floor(this.now() / 1000);
    const draft = new Draft(this.books.of(account), null, nowSeconds);
    settle(draft, id, nowSeconds);
    this.recorder.recordAlone(account, draft.puts).catch(() => this.close());
  }
}
