import type { PaymentStatus } from '@prisma-client/client';
import type { SettledCharge, SettledRefund } from './settlement-report';
import { isUnresolved } from './states';

/** What the processor says. */
export interface Theirs {
  readonly charges: readonly SettledCharge[];
  readonly refunds: readonly SettledRefund[];
}

/** What we say. */
export interface Ours {
  /** The operation whose metadata our charges carry. */
  readonly operation: string;
  /** All payments that a charge or refund of theirs may mean, as they are after the report was read. */
  readonly payments: readonly OurPayment[];
  /** All refunds that are booked here of those that theirs names, refunds of surplus included. */
  readonly refunds: readonly OurRefund[];
  /** Charges that are booked as surplus. */
  readonly surplusCharges: ReadonlySet<string>;
  /** What was captured and refunded here before the report was read: the processor must have it. */
  readonly expected: { readonly payments: readonly OurPayment[]; readonly refunds: readonly OurRefund[] };
}

export interface OurPayment {
  readonly id: string;
  readonly orderId: string;
  readonly scope: string;
  readonly key: string;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly chargeId: string | null;
}

export interface OurRefund {
  readonly refundId: string;
  readonly paymentId: string | null;
  readonly amount: number;
  readonly currency: string;
}

/** What was found, and what is to be done about it. */
export interface Finding {
  readonly kind: 'matched' | 'missing_here' | 'missing_there' | 'amount_differs' | 'charged_twice';
  /** The processor's id of the charge or refund. */
  readonly processorId: string;
  readonly paymentId: string | null;
  /** One sentence for the operator. */
  readonly detail: string;
  readonly remedy: Remedy | null;
}

export type Remedy =
  /** The charge is the payment's own: it is brought to it as a fact. */
  | { readonly kind: 'settle'; readonly charge: SettledCharge; readonly payment: OurPayment }
  /** The purchase is paid by another charge: this one goes back. */
  | { readonly kind: 'give_back'; readonly charge: SettledCharge; readonly payment: OurPayment };

/**
 * Lays the settlement report beside our books. Pure. What they made after `actBefore` only serves to find ours: its purchase
 * may still be under way.
 */
export function compare(theirs: Theirs, ours: Ours, actBefore: Date): Finding[] {
  const index = indexOf(ours);
  const isDue = ({ createdAt }: { createdAt: Date }) => createdAt <= actBefore;
  const charges = [...theirs.charges].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const claimed = new Set<string>();
  const findings: Finding[] = [];
  for (const charge of charges) {
    const finding = compareCharge(charge, theirs, ours, index, claimed);
    if (finding.kind === 'matched' || isDue(charge)) findings.push(finding);
  }
  const goingBack = new Set(
    findings.flatMap(({ remedy }) => (remedy?.kind === 'give_back' ? remedy.charge.chargeId : [])),
  );
  for (const refund of succeeded(theirs.refunds)) {
    const finding = goingBack.has(refund.chargeId ?? '') ? null : compareRefund(refund, theirs, index);
    if (finding && (finding.kind === 'matched' || isDue(refund))) findings.push(finding);
  }
  return [...findings, ...missingThere(theirs, ours)];
}

/** The payment that a charge was made for. Null when there is none here. */
export function paymentOf(
  charge: SettledCharge,
  ours: Pick<Ours, 'operation' | 'payments'>,
): OurPayment | null {
  return findPayment(charge, ours.operation, indexPayments(ours.payments));
}

interface Index extends PaymentIndex {
  readonly refunds: ReadonlyMap<string, OurRefund>;
}

interface PaymentIndex {
  readonly byCharge: ReadonlyMap<string, OurPayment>;
  readonly byPurchase: ReadonlyMap<string, OurPayment>;
}

function indexOf(ours: Ours): Index {
  return {
    ...indexPayments(ours.payments),
    refunds: new Map(ours.refunds.map((refund) => [refund.refundId, refund])),
  };
}

function indexPayments(payments: readonly OurPayment[]): PaymentIndex {
  return {
    byCharge: new Map(payments.flatMap((payment) => (payment.chargeId ? [[payment.chargeId, payment]] : []))),
    byPurchase: new Map(payments.map((payment) => [purchaseKey(payment), payment])),
  };
}

function purchaseKey({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return JSON.stringify([scope, key]);
}

function findPayment(charge: SettledCharge, operation: string, index: PaymentIndex): OurPayment | null {
  const { purchase } = charge;
  const named = purchase?.operation === operation ? index.byPurchase.get(purchaseKey(purchase)) : undefined;
  return index.byCharge.get(charge.chargeId) ?? named ?? null;
}

function compareCharge(
  charge: SettledCharge,
  theirs: Theirs,
  ours: Ours,
  index: Index,
  claimed: Set<string>,
): Finding {
  const { chargeId } = charge;
  const payment = findPayment(charge, ours.operation, index);
  const found = { processorId: chargeId, paymentId: payment?.id ?? null, remedy: null };
  if (!payment) {
    return { ...found, kind: 'missing_here', detail: `There is no payment for ${told(charge)}.` };
  }
  const isOfAnother = payment.chargeId !== null && payment.chargeId !== chargeId;
  if (isOfAnother || claimed.has(payment.id)) {
    if (ours.surplusCharges.has(chargeId) && isBackAndBooked(charge, theirs, index)) {
      return { ...found, kind: 'matched', detail: 'Surplus that was given back.' };
    }
    const remedy = { kind: 'give_back', charge, payment } as const;
    const detail = `The purchase is paid by another charge than ${told(charge)}.`;
    return { ...found, kind: 'charged_twice', detail, remedy };
  }
  if (charge.amount !== payment.amount || charge.currency !== payment.currency) {
    return { ...found, kind: 'amount_differs', detail: `We have ${told(payment)}, they ${told(charge)}.` };
  }
  claimed.add(payment.id);
  if (payment.chargeId === chargeId) return { ...found, kind: 'matched', detail: told(charge) };
  const state = isUnresolved(payment.status) ? 'unresolved' : 'given up';
  const detail = `The payment of ${told(charge)} is ${state} here.`;
  return { ...found, kind: 'missing_here', detail, remedy: { kind: 'settle', charge, payment } };
}

/** All of it is back, and every refund of it is in our books. */
function isBackAndBooked(charge: SettledCharge, theirs: Theirs, { refunds }: Index): boolean {
  const made = succeeded(theirs.refunds).filter(({ chargeId }) => chargeId === charge.chargeId);
  return (
    charge.amountRefunded >= charge.amount &&
    made.length > 0 &&
    made.every((one) => refunds.has(one.refundId))
  );
}

function compareRefund(refund: SettledRefund, theirs: Theirs, { byCharge, refunds }: Index): Finding | null {
  const { refundId, chargeId } = refund;
  const known = refunds.get(refundId);
  const payment = byCharge.get(chargeId ?? '');
  const found = { processorId: refundId, paymentId: known?.paymentId ?? payment?.id ?? null, remedy: null };
  if (known) {
    const isSame = known.amount === refund.amount && known.currency === refund.currency;
    if (isSame) return { ...found, kind: 'matched', detail: told(refund) };
    return { ...found, kind: 'amount_differs', detail: `We have ${told(known)}, they ${told(refund)}.` };
  }
  // It goes on its way here in this very run, or it is of somebody else's charge.
  if (payment?.status === 'captured_late') return null;
  if (!payment && !theirs.charges.some((charge) => charge.chargeId === chargeId)) return null;
  return {
    ...found,
    kind: 'missing_here',
    detail: `There is no refund here for ${told(refund)} of ${chargeId}.`,
  };
}

function missingThere(theirs: Theirs, { expected }: Ours): Finding[] {
  const there = new Set([
    ...theirs.charges.map(({ chargeId }) => chargeId),
    ...theirs.refunds.map(({ refundId }) => refundId),
  ]);
  const captured = expected.payments.flatMap(({ id, chargeId, ...payment }) =>
    chargeId
      ? [{ processorId: chargeId, paymentId: id, detail: `They have no charge of ${told(payment)}.` }]
      : [],
  );
  const refunded = expected.refunds.map(({ refundId, paymentId, ...refund }) => ({
    processorId: refundId,
    paymentId,
    detail: `They have no refund of ${told(refund)}.`,
  }));
  return [...captured, ...refunded]
    .filter(({ processorId }) => !there.has(processorId))
    .map((finding) => ({ ...finding, kind: 'missing_there', remedy: null }));
}

/** A refund stands in the report more than once when it failed after all: then it is none. */
function succeeded(refunds: readonly SettledRefund[]): SettledRefund[] {
  const once = new Map(refunds.map((refund) => [refund.refundId, refund]));
  return [...once.values()].filter(({ outcome }) => outcome.known && outcome.fact.kind === 'refunded');
}

function told({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return `${amount} ${currency}`;
}
