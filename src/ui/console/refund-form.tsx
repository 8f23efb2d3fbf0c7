'use client';

import { type FormEvent, useId, useState } from 'react';
import { type RefundInput, refundReasons } from '@/checkout/input';
import { decimalAmount, formatMoney, type Money } from '@/platform/money';
import { Button } from '../primitives/button';
import { TextField } from '../primitives/field';
import { Notice } from '../primitives/notice';
import { parseAmount } from './parse-amount';
import type { Told } from './queries';
import { useRefundForm } from './use-refund-form';

/** Gives money back: all that is left, or a part; with all of it the units can go back into stock. */
export function RefundForm({ order }: { readonly order: Told['order'] }) {
  const { orderId, refundable } = order;
  const { phase, begin, askAgain } = useRefundForm(orderId);
  if (phase.at === 'unknown') {
    return (
      <Notice tone="waiting" title="It is not known yet what came of the refund.">
        <p>{phase.why} Asking again sends the same refund with the same key: it is never given back twice.</p>
        <Button size="small" onClick={askAgain}>
          Ask again
        </Button>
      </Notice>
    );
  }
  return (
    <>
      {phase.at === 'done' && (
        <p role="status" className="font-semibold text-success">
          It was given back.
        </p>
      )}
      {phase.at === 'refused' && (
        <p role="alert" className="font-semibold text-danger">
          {phase.why}
        </p>
      )}
      {refundable.amount === 0 ? (
        <p className="text-sm text-muted">There is nothing to give back.</p>
      ) : (
        <Fields
          // After each refund the form begins anew, with what is left.
          key={refundable.amount}
          orderId={orderId}
          refundable={refundable}
          isSending={phase.at === 'sending'}
          onRefund={begin}
        />
      )}
    </>
  );
}

function Fields({
  orderId,
  refundable,
  isSending,
  onRefund,
}: {
  readonly orderId: string;
  readonly refundable: Money;
  readonly isSending: boolean;
  readonly onRefund: (input: RefundInput) => void;
}) {
  const id = useId();
  const [text, setText] = useState(decimalAmount(refundable));
  const [reason, setReason] = useState<RefundInput['reason']>('requested_by_customer');
  const [restock, setRestock] = useState(false);
  /** The amount that a first press asked about: the second one sends it. */
  const [asked, setAsked] = useState<Money | null>(null);
  const [error, setError] = useState<string>();

  const amount = parseAmount(text, refundable.currency);
  const isAll = amount?.amount === refundable.amount;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending) return;
    const fits = amount !== null && amount.amount <= refundable.amount;
    setError(fits ? undefined : `An amount up to ${formatMoney(refundable)}, please.`);
    if (!fits) return;
    if (asked?.amount !== amount.amount) {
      setAsked(amount);
      return;
    }
    setAsked(null);
    // Without an amount it is all that is left, whatever that is then: the operator has seen a number, so that is sent.
    onRefund({ orderId, amount, reason, restock: restock && isAll });
  };
  return (
    <form onSubmit={submit} className="grid max-w-sm gap-3" noValidate>
      <TextField
        id={`${id}-amount`}
        label={`Amount in ${refundable.currency}`}
        hint={`At most ${formatMoney(refundable)}, which is all that is left.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setAsked(null);
        }}
      />
      <span className="grid gap-1">
        <label htmlFor={`${id}-reason`} className="font-semibold">
          Reason
        </label>
        <select
          id={`${id}-reason`}
          value={reason}
          onChange={({ target }) =>
            setReason(refundReasons.find((known) => known === target.value) ?? 'requested_by_customer')
          }
          className="h-11 rounded-xl border-2 border-line-strong bg-surface px-3"
        >
          {refundReasons.map((known) => (
            <option key={known} value={known}>
              {known.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        {reason === 'fraudulent' && (
          <span className="text-sm text-muted">The processor also puts the card on its block list.</span>
        )}
      </span>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={restock && isAll}
          disabled={!isAll}
          onChange={({ target }) => setRestock(target.checked)}
          className="mt-1 size-4"
        />
        <span>
          The units can be sold again
          {!isAll && <span className="block text-sm text-muted">Only with all that is left.</span>}
        </span>
      </label>
      <Button type="submit" size="small" look={asked ? 'primary' : 'secondary'} isBusy={isSending}>
        {isSending
          ? 'Giving back …'
          : asked
            ? `Yes, give ${formatMoney(asked)} back`
            : `Refund ${amount ? formatMoney(amount) : ''} …`}
      </Button>
      <span role="status" className="text-sm">
        {asked && 'Press once more to give it back.'}
      </span>
    </form>
  );
}
