import { type Account, accounts } from './accounts';

/**
 * What happens to money, as balanced entries. Every event is identified by what happened and by the processor's id of the
 * object that it happened to, never by the id of a message that told of it.
 */
export interface LedgerEvent {
  readonly kind: EventKind;
  /** The processor's id of the object: a charge, a refund, a balance transaction, a payout. */
  readonly objectId: string;
  readonly orderId: string | null;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly entries: readonly Entry[];
}

export type EventKind = 'capture' | 'late_capture' | 'refund' | 'refund_reversal' | 'fee' | 'payout';

export interface Entry {
  readonly account: Account;
  /** Minor units. Debits are positive, credits are negative. */
  readonly amount: number;
}

/** Some money of one order, and the object at the processor that moved it. */
export interface MovedMoney {
  readonly objectId: string;
  readonly orderId: string | null;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** What an order consists of. Minor units. */
export interface OrderAmounts {
  readonly id: string;
  readonly currency: string;
  readonly subtotal: number;
  readonly discount: number;
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
}

/** A charge has paid for an order. */
export function capture(order: OrderAmounts, chargeId: string): LedgerEvent {
  return {
    kind: 'capture',
    objectId: chargeId,
    orderId: order.id,
    currency: order.currency,
    entries: withoutZeros([
      { account: accounts.processorClearing, amount: order.total },
      { account: accounts.revenue, amount: order.discount - order.subtotal },
      { account: accounts.shipping, amount: -order.shipping },
      { account: accounts.tax, amount: -order.tax },
    ]),
  };
}

/** A charge for which nobody gets anything: of a purchase that was given up, or that another charge has paid. */
export function lateCapture(charge: MovedMoney): LedgerEvent {
  return move('late_capture', charge, { debit: accounts.processorClearing, credit: accounts.surplus });
}

/** Money of an order is given back. */
export function refund(refunded: MovedMoney): LedgerEvent {
  return move('refund', refunded, { debit: accounts.refunds, credit: accounts.processorClearing });
}

/** A charge that was made for nothing is given back. The object is the refund. */
export function surplusRefund(refunded: MovedMoney): LedgerEvent {
  return move('refund', refunded, { debit: accounts.surplus, credit: accounts.processorClearing });
}

/** A refund of an order's money that was called a success has come back. The object is the refund. */
export function refundReversal(refunded: MovedMoney): LedgerEvent {
  return move('refund_reversal', refunded, { debit: accounts.processorClearing, credit: accounts.refunds });
}

/** A charge that was made for nothing and given back has come back once more: it is owed again. The object is the refund. */
export function surplusRefundReversal(refunded: MovedMoney): LedgerEvent {
  return move('refund_reversal', refunded, { debit: accounts.processorClearing, credit: accounts.surplus });
}

/** What the processor kept of a charge or a refund. The object is its balance transaction; a fee given back is negative. */
export function fee(kept: MovedMoney): LedgerEvent {
  return move('fee', kept, { debit: accounts.fees, credit: accounts.processorClearing });
}

/** The processor has sent money to the bank. */
export function payout(sent: MovedMoney): LedgerEvent {
  return move('payout', sent, { debit: accounts.bank, credit: accounts.processorClearing });
}

function move(
  kind: EventKind,
  { amount, ...event }: MovedMoney,
  { debit, credit }: { readonly debit: Account; readonly credit: Account },
): LedgerEvent {
  return {
    ...event,
    kind,
    entries: withoutZeros([
      { account: debit, amount },
      { account: credit, amount: -amount },
    ]),
  };
}

function withoutZeros(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ amount }) => amount !== 0);
}
