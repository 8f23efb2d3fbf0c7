'use client';

import { Tag, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CartView } from '@/checkout/cart';
import { errorData } from '@/trpc/client';
import { Button } from '../primitives/button';
import { TextField } from '../primitives/field';
import { useApplyPromo } from '../queries';

/** The cart's promo code: what it is, or a place to type one. */
export function PromoForm({ promo }: { readonly promo: CartView['promo'] }) {
  const { apply, isPending, error } = useApplyPromo();
  return promo ? (
    <AppliedPromo promo={promo} isBusy={isPending} onRemove={() => apply(null)} />
  ) : (
    <PromoField isBusy={isPending} refusal={error && wordsOf(error)} onApply={apply} />
  );
}

function wordsOf(error: Error): string {
  if (errorData(error)?.reason !== 'promo_unusable') return 'That did not get through. Please try again.';
  return `${error.message} It may be mistyped, over, or used up.`;
}

function AppliedPromo({
  promo,
  isBusy,
  onRemove,
}: {
  readonly promo: NonNullable<CartView['promo']>;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}) {
  return (
    <div
      data-accent="mint"
      className="mt-5 flex items-center gap-3 rounded-xl border-2 border-dashed border-[var(--accent)] bg-[color-mix(in_oklab,var(--accent)_14%,var(--surface))] py-2 pr-2 pl-3.5"
    >
      <Tag aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 leading-snug">
        <strong>{promo.code}</strong>
        <span className="block text-sm">{promo.description}</span>
      </p>
      <button
        type="button"
        aria-label={`Remove the code ${promo.code}`}
        aria-disabled={isBusy}
        onClick={onRemove}
        className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}

function PromoField({
  isBusy,
  refusal,
  onApply,
}: {
  readonly isBusy: boolean;
  readonly refusal: string | null;
  readonly onApply: (code: string) => void;
}) {
  const id = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const error = fault ?? (isBusy ? null : refusal);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    setFault(typed === '' ? 'Please type the code first.' : null);
    if (typed !== '' && !isBusy) onApply(typed);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex items-start gap-2.5">
      <div className="min-w-0 flex-1" aria-live="polite">
        <TextField
          id={id}
          label="Promo code"
          isOptional
          error={error ?? undefined}
          name="promo"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <Button type="submit" look="secondary" isBusy={isBusy} className="mt-[1.9rem]">
        Apply
      </Button>
    </form>
  );
}
