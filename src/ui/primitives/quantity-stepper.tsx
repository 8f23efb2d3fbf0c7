'use client';

import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';

const stepClass =
  'grid size-11 shrink-0 place-items-center rounded-lg text-text hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent';

/** How many, from 1 to `most`, by steps or by typing. `label` names what is counted. */
export function QuantityStepper({
  label,
  value,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (quantity: number) => void;
}) {
  return (
    <NumberField.Root
      value={value}
      min={1}
      max={Math.max(most, 1)}
      locale="en-US"
      format={{ maximumFractionDigits: 0 }}
      onValueChange={(quantity, { reason }) => {
        // While somebody is typing, "1" on the way to "12" is not a wish.
        const isTyping = reason === 'input-change' || reason === 'input-clear';
        if (quantity !== null && quantity !== value && !isTyping) onChange(quantity);
      }}
      onValueCommitted={(quantity) => {
        if (quantity !== null && quantity !== value) onChange(quantity);
      }}
    >
      <NumberField.Group className="inline-flex items-center rounded-xl border-2 border-line-strong bg-surface">
        <NumberField.Decrement aria-label={`One less: ${label}`} className={stepClass}>
          <Minus aria-hidden className="size-4" strokeWidth={3} />
        </NumberField.Decrement>
        <NumberField.Input
          aria-label={`Quantity: ${label}`}
          className="h-11 w-10 bg-transparent text-center font-bold tabular-nums"
        />
        <NumberField.Increment aria-label={`One more: ${label}`} className={stepClass}>
          <Plus aria-hidden className="size-4" strokeWidth={3} />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
