'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldName, fieldsFor, isFieldName } from './checkout-values';
import type { CheckoutForm } from './form-fields';
import type { PurchaseState } from './purchase-state';

export type Faults = Partial<Record<FieldName, string>>;

/** One thing that is wrong, as the summary tells it. */
export interface Fault {
  readonly name: FieldName;
  readonly label: string;
  readonly message: string;
}

/**
 * What was wrong at the last press, by the page's own rules or by the processor's: at the fields, and in a summary that takes
 * the focus. A fault leaves the summary when its field has been mended.
 */
export function useFaults(
  form: CheckoutForm,
  state: PurchaseState,
): {
  readonly summary: RefObject<HTMLElement | null>;
  /** In the order of the page. */
  readonly faults: readonly Fault[];
  readonly showFaults: (faults: Faults) => void;
} {
  const summary = useRef<HTMLElement>(null);
  const [found, setFound] = useState<Faults>({});
  const { setError } = form;
  const fields = fieldsFor(form.getValues('shippingAddress.country'));

  const showFaults = useCallback(
    (faults: Faults): void => {
      for (const name of namesOf(faults)) setError(name, { type: 'press', message: faults[name] ?? '' });
      setFound(faults);
    },
    [setError],
  );

  const refusedFields = state.phase === 'not_sent' ? state.fields : null;
  useEffect(() => {
    if (refusedFields) showFaults(refusedFields);
  }, [refusedFields, showFaults]);

  useEffect(() => {
    if (namesOf(found).length > 0) summary.current?.focus();
  }, [found]);

  const faults = fields.flatMap(({ name, label }): Fault[] => {
    const message = found[name] && form.getFieldState(name, form.formState).error?.message;
    return message ? [{ name, label, message }] : [];
  });
  return { summary, faults, showFaults };
}

function namesOf(faults: Faults): FieldName[] {
  return Object.keys(faults).filter(isFieldName);
}
